/** What a key looks like: a prefix that secret scanners know, a random body, and a checksum that needs no database. */

import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from '@afterimage/contract';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bodyCharacters = 32;
/** 62 to the 6th is more than 2 to the 32nd. */
const checksumCharacters = 6;

const prefixes = { live: 'ai_live_', sandbox: 'ai_test_', engine: 'ai_engine_' } as const;

const formOf = (prefix: string) =>
  new RegExp(`^(${prefix}[0-9A-Za-z]{${bodyCharacters}})([0-9A-Za-z]{${checksumCharacters}})$`);
const keyForms = { caller: formOf('ai_(?:live|test)_'), engine: formOf(prefixes.engine) };

/** Of a caller, by mode, or of a worker that fetches work for an engine. */
export function drawKeyText(whose: Mode | 'engine'): string {
  const body = prefixes[whose] + drawBody();
  return body + checksumOf(body);
}

/** Tells a typing mistake from a key without asking anyone: only one in four thousand million passes. */
export function isKeyText(text: string, whose: 'caller' | 'engine' = 'caller'): boolean {
  const parts = keyForms[whose].exec(text);
  return parts !== null && checksumOf(parts[1]!) === parts[2];
}

/** Keys are random enough that one fast hash protects them; a slow one would only cost every request. */
export function keyHash(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

function drawBody(): string {
  let body = '';
  while (body.length < bodyCharacters) {
    for (const byte of randomBytes(bodyCharacters)) {
      // 248 is the last multiple of 62 in a byte: taking more would favour the first letters.
      if (byte < 248 && body.length < bodyCharacters) body += alphabet[byte % 62];
    }
  }
  return body;
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let checksum = '';
  for (let digit = 0; digit < checksumCharacters; digit += 1) {
    checksum = alphabet[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  return checksum;
}
