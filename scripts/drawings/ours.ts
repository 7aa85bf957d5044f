/** Drawings of our own for the index: common things that the set lacks, and whole figures where it has a bust. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NEW_PEOPLE } from './people.ts';

/** File of the folder `ours`, or a figure, and the family that its size and footing follow. */
const FAMILIES: Record<string, string> = {
  amplifier: 'musical-instrument',
  bench: 'household',
  cowboy: 'person-role',
  'double-decker': 'transport-ground',
  excavator: 'transport-ground',
  'grand-piano': 'musical-instrument',
  hummingbird: 'animal-bird',
  knight: 'person-role',
  ostrich: 'animal-bird',
  'paper-plane': 'transport-air',
  pirate: 'person-role',
  sandcastle: 'place-other',
  scarecrow: 'household',
  submarine: 'transport-water',
  tank: 'transport-ground',
  typewriter: 'office',
  'witch-on-broom': 'person-fantasy',
};

export interface Ours {
  id: string;
  family: string;
  body: string;
}

export function oursOf(): Ours[] {
  const drawn = Object.entries(FAMILIES).map(([id, family]) => ({ id, family, body: bodyOf(id) }));
  const figures = Object.entries(NEW_PEOPLE).map(([id, body]) => ({ id, family: 'person-role', body }));
  return [...drawn, ...figures];
}

function bodyOf(id: string): string {
  const svg = readFileSync(fileURLToPath(new URL(`./ours/${id}.svg`, import.meta.url)), 'utf8');
  return svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>')).replaceAll('\n', '');
}
