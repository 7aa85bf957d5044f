/** What a subject is called, in every language, and what is known of it stand in its record and nowhere else. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_CODES, type LanguageCode } from '../src/scene/languages/language.ts';
import { inEnglish } from '../src/scene/languages.ts';
import { namedBy } from '../src/scene/lexicon.ts';
import { readScene } from '../src/scene/scene.ts';
import { LONG_NAMES } from '../src/scene/subject-words.ts';
import { TOGETHER, wordsOf } from '../src/scene/words.ts';
import { KINDS, subjectOf } from '../src/subjects/index.ts';

/** A sentence whose small words tell the language. */
const SENTENCES: Record<LanguageCode, string> = {
  de: 'eine große # auf dem Tisch und der Mond',
  fr: 'une # dans le jardin avec la lune',
  es: 'una # en la mesa con la luna',
  pt: 'uma # na mesa com a lua',
  it: 'una # nella casa con la luna',
  nl: 'een grote # op het strand met de maan',
  pl: '# na plaży',
  ru: '# и луна на пляже',
  uk: '# і місяць на пляжі',
  zh: '#在桌子上',
  ja: '机の上の#',
  ko: '해변에서 #',
};

function drawnOf(english: string): string | null {
  const named = namedBy(english);
  return named?.kind === 'drawable' ? named.drawable.own : null;
}

test('every word of a subject names it, in every language', () => {
  for (const kind of KINDS) {
    const { words } = subjectOf(kind);
    const named = { [words.en.split(' ')[0]!]: words, ...words.kin };
    for (const [english, languages] of Object.entries(named)) {
      assert.equal(drawnOf(english.replaceAll('-', ' ')), kind, english);
      for (const code of LANGUAGE_CODES)
        for (const form of languages[code]?.split(' ') ?? []) {
          const prompt = SENTENCES[code].replace('#', form.replaceAll('-', ' '));
          const read = ` ${inEnglish(prompt.toLowerCase().split(' ')).join(' ')} `;
          assert.match(read, new RegExp(` ${english.replaceAll('-', '[ -]')}s? `), `${code}: ${form}`);
        }
    }
  }
});

/** What stands in each pair of brackets of a pattern that a replacement can name, in the order of their numbers. */
function groupsOf({ source }: RegExp): string[] {
  const groups: string[] = [];
  const open: { number: number | null; from: number }[] = [];
  for (const { 0: sign, index } of source.matchAll(/\\.|\((?!\?)|\(\?|\)/g)) {
    if (sign === '(') open.push({ number: groups.push('') - 1, from: index + 1 });
    else if (sign === '(?') open.push({ number: null, from: index });
    else if (sign === ')') {
      const { number, from } = open.pop()!;
      if (number !== null) groups[number] = source.slice(from, index);
    }
  }
  return groups;
}

/** What a group may have matched: what is no plain word may be any, and so that of a subject. */
function textsOf(group: string): string[] {
  return group
    .split('|')
    .flatMap((text) => [text.replace(/.\?/g, ''), text.replaceAll('?', '')])
    .map((text) => (/^[\p{L} -]*$/u.test(text) ? text : 'cat'));
}

/** The subjects that a rule turns the whole of what it finds into, with an article or without. */
function renamedBy([pattern, replacement]: (typeof TOGETHER)[number]): string[] {
  const groups = groupsOf(pattern);
  const texts = groups.reduce(
    (all, group, at) =>
      all.flatMap((text) => {
        const name = `$${at + 1}`;
        return text.includes(name) ? ['', ...textsOf(group)].map((found) => text.replaceAll(name, found)) : [text];
      }),
    [replacement],
  );
  return texts
    .map((text) => text.trim().replace(/^(an?|the) /, ''))
    .flatMap((text) => [drawnOf(text), drawnOf(inEnglish(text.split(' ')).join(' '))])
    .filter((kind) => kind !== null);
}

test('no rule of what belongs together only says what a subject is called', () => {
  assert.ok(TOGETHER.length > 60);
  for (const rule of TOGETHER) assert.deepEqual(renamedBy(rule), [], `${rule[0]}: a name of its record`);
});

test('a rule that does is found out, whatever of its pattern it keeps', () => {
  const renaming: [RegExp, string, string][] = [
    [/\bbirthday cake\b/g, 'cake', 'cake'],
    [/\ba kitty\b/g, 'a cat', 'cat'],
    [/\bmieze\b/g, 'katze', 'cat'],
    [/\bpalm tree(s?)\b/g, 'palm$1', 'palm'],
    [/\b(?:big )?(oak|maple) (trees?)\b/g, '$2', 'tree'],
    [/\b(fast|sports) (\p{L}+)\b/gu, '$2', 'cat'],
  ];
  for (const [pattern, replacement, kind] of renaming)
    assert.ok(renamedBy([pattern, replacement]).includes(kind), String(pattern));
});

test('a name of several words is one word, written with spaces or with hyphens, of one or of several', () => {
  assert.ok(LONG_NAMES.size > 20);
  for (const name of LONG_NAMES.keys())
    for (const written of [name, name.replaceAll('-', ' ')]) {
      const several = /[^s]s$/.test(written) ? written : written.replace(/(?<=s)$/, 'e').concat('s');
      assert.deepEqual(wordsOf(`a red ${written}, here`), ['a', 'red', name, 'here']);
      assert.deepEqual(wordsOf(several), [several.replaceAll(' ', '-')]);
      const meaning = namedBy(several);
      assert.ok(meaning?.plural, several);
      assert.equal(drawnOf(several), drawnOf(name));
    }
});

test('what is called after a subject by its plain name is known after its other names, too', () => {
  const scene = (prompt: string) => readScene({ prompt, negativePrompt: null, cfgScale: null, seed: 1 });
  const drawn = (prompt: string) => scene(prompt).subjects.map(({ own, vector }) => own ?? vector!.id);
  assert.deepEqual(drawn('an oak tree house'), ['treehouse']);
  assert.deepEqual(drawn('a steam engine driver'), ['train-conductor']);
  assert.equal(scene('a steam train station').place, 'railway-station');
  assert.deepEqual(drawn('a wine glass of water'), ['wine'], 'and no more');
});

test('whoever wants none of a subject gets none by its other names either, and keeps what shares a word with it', () => {
  const drawn = (prompt: string, negativePrompt: string) =>
    readScene({ prompt, negativePrompt, cfgScale: null, seed: 1 }).subjects.map(({ own }) => own);
  assert.deepEqual(drawn('a cat and a steam engine', 'train'), ['cat']);
  assert.deepEqual(drawn('a cat and a coffee cup', 'coffee mugs'), ['cat']);
  assert.deepEqual(drawn('a tree and a palm tree', 'palm trees'), ['tree']);
  assert.deepEqual(drawn('a cat and lemon trees', 'trees'), ['cat']);
  assert.deepEqual(drawn('a lemon and a lemon tree', 'lemons'), ['fruit-tree']);
});

test('no other file asks whether a subject is the one of a name', () => {
  const sources = fileURLToPath(new URL('../src', import.meta.url));
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  assert.ok(files.length > 200);
  const asking = /\bown [!=]== '|(test|has)\((\w+\.)*own\b/;
  for (const file of files)
    for (const line of readFileSync(join(sources, file), 'utf8').split('\n'))
      assert.doesNotMatch(line, asking, `${file}: let its record tell`);
});
