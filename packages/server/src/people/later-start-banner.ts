/** What every start but the first says in a terminal: where the service is, and how to get in. */

/** @param address where the service can be reached, without a slash at the end */
export function laterStartBanner(address: string, { ownerEmail }: { ownerEmail: string }): string {
  return `
  Afterimage is running at ${address}

  Sign in    npx afterimage login-link --account ${ownerEmail}
  API key    npx afterimage key create --account ${ownerEmail} --name laptop

`;
}
