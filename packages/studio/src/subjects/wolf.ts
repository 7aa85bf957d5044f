/** A wolf: built like a fox, in grey. */
import { fox } from './fox.ts';
import type { Subject } from './subject.ts';

export const wolf: Subject = {
  ...fox,
  words: {
    en: 'wolf wolves werewolf werewolves',
    de: 'wolf',
    fr: 'loup',
    es: 'lobo',
    pt: 'lobo',
    it: 'lupo',
    nl: 'wolf',
    pl: 'wilk',
    ru: 'волк',
    uk: 'вовк',
    zh: '狼',
    ja: '狼',
    ko: '늑대',
  },
  colour: '#7f8590',
  // What a fox does; a forest of wolves is no greyer.
  lends: undefined,
  size: 0.44,
  metres: 1.3,
  head: { brow: { x: 142, y: 64, wide: 44 }, eyes: { x: 143, y: 80, wide: 48 }, neck: { x: 142, y: 110, wide: 46 } },
};
