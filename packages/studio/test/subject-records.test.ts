/** What a subject is called, in every language, and what is known of it stand in its record and nowhere else. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LANGUAGE_CODES, type LanguageCode } from '../src/scene/languages/language.ts';
import { thingsIn } from '../src/scene/languages/things.ts';
import { inEnglish, LANGUAGES } from '../src/scene/languages.ts';
import { namedBy } from '../src/scene/lexicon.ts';
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

test('no other table of a language has a word for a subject', () => {
  for (const code of LANGUAGE_CODES) {
    const others = [...thingsIn(code).map(([, english]) => english), ...Object.keys(LANGUAGES[code].words)];
    for (const english of others) assert.equal(drawnOf(english), null, `${code}: ${english}`);
  }
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
