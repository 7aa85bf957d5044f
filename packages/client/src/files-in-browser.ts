/** A page has no files by path: what looks like one is sent as it is, for the service to judge. */

export const readFileAt = async (): Promise<null> => null;

export async function writeFileAt(): Promise<never> {
  throw new TypeError('A page cannot write files by path; download without one gives a stream.');
}
