/** How long those who work in loops wait for each other; given from outside, so that no test waits for real ones. */

export interface LoopTimings {
  /** How often a loop looks for work that no wake-up told it of. */
  pollSeconds: number;
  /** What is under way may take so long to end by itself when the loop stops. */
  graceSeconds: number;
}

export interface LeaseTimings {
  /** Work of a process that died is taken up again after at most this and a poll. */
  leaseSeconds: number;
  renewSeconds: number;
}
