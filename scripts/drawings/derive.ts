/** The studio's index of drawings: vectors that are read one at a time, names, kinds, emoji and words of other languages. */
import { brotliCompressSync, constants } from 'node:zlib';
import { type Chosen, choose } from './chosen.ts';
import { emojiIn } from './emoji.ts';
import { kindsOf } from './kinds.ts';
import { LANGUAGES, wordsIn } from './languages.ts';
import { openLibraries } from './libraries.ts';
import { namesOf, oursAmong, sensesOf } from './names.ts';
import type { Subjects } from './origin.ts';
import { toneOf } from './tone.ts';
import { traitsOf } from './traits.ts';

export const FOLDER = 'packages/studio/drawings/';

/** File name to content; the same libraries, tables and subjects give the same bytes. */
export async function deriveDrawings(subjects: Subjects): Promise<Map<string, Buffer>> {
  const libraries = openLibraries();
  const chosen = choose(libraries);
  const senses = sensesOf(chosen, libraries.nouns);
  const isOurs = oursAmong(subjects);
  const names = namesOf(chosen, senses, libraries, isOurs);
  const kinds = kindsOf(names, senses, libraries.nouns, subjects);
  const { vectors, table } = await packVectors(chosen);
  const files = new Map<string, Buffer>();
  files.set(`${FOLDER}vectors.bin`, vectors);
  files.set(`${FOLDER}drawings.tsv`, table);
  files.set(
    `${FOLDER}names.tsv`,
    lines([...names].map(([name, { target, colour, home }]) => [name, target, colour ?? '', home ?? ''])),
  );
  files.set(`${FOLDER}emoji.tsv`, lines(emojiIn(chosen, names, libraries, isOurs)));
  files.set(`${FOLDER}kinds.tsv.br`, brotli(lines([...kinds])));
  for (const language of LANGUAGES)
    files.set(`${FOLDER}words.${language}.tsv`, lines([...wordsIn(language, chosen, libraries)]));
  return files;
}

/** Each vector compressed by itself, one after the other, so that a painter reads the few kilobytes of one. */
async function packVectors(chosen: Chosen[]): Promise<{ vectors: Buffer; table: Buffer }> {
  const packed = await Promise.all(
    chosen.map(async (one) => ({ one, bytes: brotli(Buffer.from(one.body)), tone: await toneOf(one.body) })),
  );
  let offset = 0;
  const rows = packed.map(({ one, bytes, tone }) => {
    const { part, faces, footing, home, metres, nature, tilt } = traitsOf(one);
    const row = [one.id, one.label, offset, bytes.length, part, faces, footing, home, metres, tone, nature, tilt];
    offset += bytes.length;
    return row;
  });
  return { vectors: Buffer.concat(packed.map(({ bytes }) => bytes)), table: lines(rows) };
}

function brotli(content: Buffer): Buffer {
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_LGWIN]: 22,
    },
  });
}

function lines(rows: (string | number)[][]): Buffer {
  const text = rows.map((row) => row.join('\t')).sort();
  return Buffer.from(`${text.join('\n')}\n`);
}
