/** For an app whose timeouts are not what is looked at: none comes before a test is over. */
export const patientTimeouts = {
  headersMilliseconds: 60_000,
  requestMilliseconds: 60_000,
  keepAliveMilliseconds: 60_000,
  idleMilliseconds: 60_000,
};
