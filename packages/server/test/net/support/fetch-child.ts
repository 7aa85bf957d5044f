/** Fetches one address and prints what came of it: certificates and proxies are settings of a whole process. */
import { createSafeFetch } from '../../../src/net/safe-fetch.ts';

const { url, allow, address } = JSON.parse(process.argv[2]!) as { url: string; allow: string[]; address?: string };
const fetch = createSafeFetch({ allow, resolve: async () => [{ address: address!, family: 4 }] });
const limits = { bytesMax: 1_000, connectSeconds: 5, totalSeconds: 5, redirectsMax: 3 };
const fetched = await fetch.get(url, { ...limits, into: 'memory' });
process.stdout.write(fetched.ok ? `ok ${fetched.body}` : fetched.why);
