/** Where the service is, and the key to speak with: from the flags, else from the caller's environment. */
import { readFile } from 'node:fs/promises';
import { loadCaller } from '@afterimage/server/config/config';
import { InvalidArgumentError } from 'commander';
import { exitCodes, Refusal } from '../exit-codes.ts';
import { unusable } from '../files.ts';
import { readSavedKeys, type SavedKeys } from './saved-keys.ts';

export interface Caller {
  baseUrl: string;
  apiKey: string;
}

/** Where a service with no settings listens. */
export const defaultUrl = 'http://127.0.0.1:8080';

const addressForm = 'an http or https address such as https://media.example.com';

/** Without the slash at its end; null when it is no address of a service. */
function readAddress(text: string): string | null {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text.replace(/\/+$/, '') : null;
}

export function serviceAddress(text: string): string {
  const address = readAddress(text);
  if (address === null) throw new InvalidArgumentError(`It must be ${addressForm}.`);
  return address;
}

export interface CallerOptions {
  url?: string;
  keyFile?: string;
}

export async function callerOf(options: CallerOptions): Promise<Caller> {
  const { apiKey, configFolder } = loadCaller();
  const kept = await readSavedKeys(configFolder);
  const baseUrl = addressOf(options, kept);
  // A kept key goes to the service that it was kept for, and to no other.
  const key = options.keyFile === undefined ? (apiKey ?? kept.keys[baseUrl]) : await readKey(options.keyFile);
  if (key === undefined || key === '') {
    throw new Refusal(
      `There is no API key for ${baseUrl}: keep one with \`afterimage login\`, set AFTERIMAGE_API_KEY, or name a file ` +
        'that holds it with --key-file. `afterimage key create` makes one.',
      exitCodes.notAuthenticated,
    );
  }
  return { baseUrl, apiKey: key };
}

/** Where the service is: as the flag says, the environment, the last `login`, else on this machine. */
export function addressOf(options: CallerOptions, kept: SavedKeys): string {
  const { url = kept.url ?? defaultUrl } = loadCaller();
  const baseUrl = options.url ?? readAddress(url);
  if (baseUrl === null) throw new Refusal(`AFTERIMAGE_URL is "${url}"; it must be ${addressForm}.`, exitCodes.usage);
  return baseUrl;
}

export async function readKey(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (fault) {
    throw unusable(`--key-file: ${file}`, 'read', fault as NodeJS.ErrnoException);
  }
}
