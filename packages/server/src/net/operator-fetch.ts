/** Requests to an address that the operator chose, such as their OpenID provider: private ones are meant to be reachable. */

const totalSeconds = 10;

/** No redirects: the operator named this address, not those it points to. */
export function createOperatorFetch(): (url: string, options: RequestInit) => Promise<Response> {
  return (url, options) => {
    const signals = [AbortSignal.timeout(totalSeconds * 1000), ...(options.signal == null ? [] : [options.signal])];
    return fetch(url, { ...options, redirect: 'manual', signal: AbortSignal.any(signals) });
  };
}
