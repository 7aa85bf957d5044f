/** `afterimage login`: keeps an API key for the commands that call the service. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { loadCaller } from '@afterimage/server/config/config';
import type { Command } from 'commander';
import { addressOf, type CallerOptions, readKey } from '../calling/caller.ts';
import { readSavedKeys, saveKey } from '../calling/saved-keys.ts';
import { addCallerOptions, clientOf, reaching } from '../calling/user-command.ts';
import { exitCodes, Refusal } from '../exit-codes.ts';
import { withoutDatabase } from '../operation.ts';

export function addLoginCommand(program: Command): void {
  const command = program
    .command('login')
    .description(
      'keep an API key for the commands that call the service; it is asked for, or read from standard input',
    );
  addCallerOptions(command);
  withoutDatabase<CallerOptions>(
    command,
    ['login', 'login --url https://media.example.com < key.txt'],
    async (options) => {
      const { configFolder } = loadCaller();
      const url = addressOf(options, await readSavedKeys(configFolder));
      const key = options.keyFile === undefined ? await askForKey(url) : await readKey(options.keyFile);
      if (key === '') throw new Refusal('No API key was given; nothing is kept.', exitCodes.usage);
      // One that does not work is not worth keeping.
      const { balance, currency } = await reaching(url, () => clientOf({ baseUrl: url, apiKey: key }).balance());
      const file = await saveKey(configFolder, { url, key });
      return {
        json: { url, balance, currency, file },
        text: `The key works at ${url}, where the balance is ${balance} ${currency}. It is kept in ${file}.`,
      };
    },
  );
}

async function askForKey(url: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  // Typed or pasted, it is not shown; the terminal is told so before it is asked for.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const interrupted = new AbortController();
  lines.on('SIGINT', () => interrupted.abort());
  process.stderr.write(`API key for ${url}: `);
  try {
    return (await lines.question('', { signal: interrupted.signal })).trim();
  } catch {
    throw new Refusal('Interrupted; nothing is kept.', exitCodes.interrupted);
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
