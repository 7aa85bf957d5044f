/** What the index was derived from: a digest of its tables, which tells that they changed without fetching the libraries, and the subjects it knew. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { KINDS, subjectOf } from '../../packages/studio/src/subjects/index.ts';

const folder = fileURLToPath(new URL('./', import.meta.url));

/** English words by the subject's kind. The index has no drawing for them, and shows by the subject what is a kind of the first. */
export type Subjects = ReadonlyMap<string, string>;

export function subjectsNow(): Subjects {
  return new Map(KINDS.map((kind) => [kind, subjectOf(kind).words.en]));
}

/** Those that the index was derived with, if they are still called so. A new one it can do without: own words come before it. */
export function subjectsKnown(origin: Buffer | undefined): Subjects {
  const [, ...rows] = (origin?.toString() ?? '').trimEnd().split('\n');
  const known = new Map(rows.map((row) => row.split('\t') as [kind: string, words: string]));
  const now = subjectsNow();
  return [...known].every(([kind, words]) => now.get(kind) === words) ? known : now;
}

export function originOfDrawings(subjects: Subjects): Buffer {
  const rows = [...subjects].map(([kind, words]) => `${kind}\t${words}\n`).join('');
  const digest = createHash('sha256').update(rows);
  const drawn = readdirSync(`${folder}ours`).map((name) => `ours/${name}`);
  const tables = readdirSync(folder).filter((name) => name.endsWith('.ts') || name === 'package-lock.json');
  for (const name of [...drawn, ...tables].sort()) digest.update(name).update(readFileSync(folder + name));
  return Buffer.from(`${digest.digest('hex')}\n${rows}`);
}
