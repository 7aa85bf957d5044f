/** What the tests of the body reader share: a spool of their own, odd ways to write JSON, uploads made comparable. */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type MediaFieldRule, Upload } from '@afterimage/contract';
import type { BodyReading, BodyRules } from '../../../src/http/body/body-reading.ts';
import { discardRest } from '../../../src/http/body/discard-rest.ts';
import { type BodyReader, createBodyReader, type SentBody } from '../../../src/http/body/reader.ts';

export const imageBytesMax = 300_000;

const image = { kind: 'image', bytesMax: imageBytesMax } as const;

export const mediaFields: ReadonlyMap<string, MediaFieldRule> = new Map([
  ['image_base64', { ...image, list: false, takes: 'data-uri' }],
  ['images_base64', { ...image, list: true, takes: 'data-uri' }],
  ['image_url', { ...image, list: false, takes: 'url' }],
  ['input_images', { ...image, list: true, takes: 'url-or-data-uri' }],
  ['images', { ...image, list: true, takes: 'url-or-data-uri-or-base64' }],
]);

export const rules: BodyRules = { owner: 'one account', bytesMax: 8 * 1024 * 1024, mediaFields, digest: 'none' };

export async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'body-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A service that only reads bodies; what came of each is in `readings`, in the order of arrival. */
export async function serveBodies(
  t: TestContext,
  options: { largeBodiesMax?: number; waitSeconds?: number; stallSeconds?: number; rules?: Partial<BodyRules> } = {},
): Promise<{
  url: string;
  port: number;
  folder: string;
  reader: BodyReader;
  server: Server;
  readings: Promise<BodyReading>[];
}> {
  const folder = await makeFolder(t);
  const { largeBodiesMax = 8, waitSeconds = 30, stallSeconds = 10 } = options;
  const reader = createBodyReader({ spoolFolder: folder, largeBodiesMax, waitSeconds, stallSeconds });
  const readings: Promise<BodyReading>[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const reading = reader.read(sentBody(request, response), { ...rules, ...options.rules }).then(onDisk);
    readings.push(reading);
    reading.then(
      (body) => {
        const { status, detail } = body.ok ? { status: 200, detail: 'read' } : body;
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }));
        discardRest(request);
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await reader.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, port, folder, reader, server, readings };
}

/** With its uploads in their files. */
export async function onDisk(reading: BodyReading): Promise<BodyReading> {
  if (reading.ok) await reading.settle();
  return reading;
}

/** What the reader needs of an exchange, from node:http's two. */
export function sentBody(request: IncomingMessage, response: ServerResponse): SentBody {
  return {
    body: request,
    requestHeaders: request.headers,
    inviteBody: () => request.headers.expect !== undefined && response.writeContinue(),
  };
}

/** Every file in the spool, by name. */
export async function spooledFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

export function dataUri(bytes: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/** The value with every upload replaced by what can be compared: its facts and the bytes in its file. */
export async function comparable(value: unknown): Promise<unknown> {
  if (value instanceof Upload) {
    const { file, ...facts } = value;
    return { upload: { ...facts, content: file === '' ? null : (await readFile(file)).toString('hex') } };
  }
  if (Array.isArray(value)) return Promise.all(value.map(comparable));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([name, item]) => [name, await comparable(item)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Writes JSON as no tidy encoder would: white space anywhere, any character as any of its escapes. */
export function writeOddly(value: unknown, random: () => number): string {
  const space = () => (random() < 0.2 ? [' ', '\n', '\t', '\r\n'][Math.floor(random() * 4)]! : '');
  const write = (item: unknown): string => {
    if (typeof item === 'string') return writeString(item, random);
    if (Array.isArray(item)) return `[${space()}${item.map((each) => write(each) + space()).join(`,${space()}`)}]`;
    if (typeof item !== 'object' || item === null) return JSON.stringify(item);
    const fields = Object.entries(item).map(
      ([name, each]) => `${writeString(name, random)}${space()}:${space()}${write(each)}`,
    );
    return `{${space()}${fields.join(`${space()},${space()}`)}${space()}}`;
  };
  return space() + write(value) + space();
}

function writeString(text: string, random: () => number): string {
  const oddness = random() < 0.5 ? 0 : random() * 0.3;
  let written = '';
  for (const character of text) {
    if (character === '/' && random() < oddness * 3) written += '\\/';
    else if (random() < oddness) written += escapeUnits(character);
    else written += JSON.stringify(character).slice(1, -1);
  }
  return `"${written}"`;
}

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Small and seeded (mulberry32), so that a failing run can be run again. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function splitRandomly(bytes: Buffer, random: () => number): Buffer[] {
  const largest = 1 + Math.floor(random() ** 3 * bytes.length);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + Math.floor(random() * largest);
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}
