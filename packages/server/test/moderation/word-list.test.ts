/** The operator's words are found whole, in any case and any script, and quickly however many there are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWordList } from '../../src/moderation/word-list.ts';

const cases: [entry: string, text: string, found: 'found' | 'not found'][] = [
  ['cat', 'a Cat on a mat', 'found'],
  ['CAT', 'cat', 'found'],
  ['cat', 'concatenate the category', 'not found'],
  ['cat', "the cat's cat-like (cat)!", 'found'],
  ['cat', 'cats', 'not found'],
  ['cat', 'cat_2', 'not found'],
  ['red rose', 'a RED\n\t rose', 'found'],
  ['red rose', 'a red and a rose', 'not found'],
  ['straße', 'DIE STRASSE', 'found'],
  ['ΟΔΟΣ', 'η οδος εδώ', 'found'],
  ['naïve', 'nai\u0308ve', 'found'],
  ['naive', 'naïve', 'not found'],
  ['résumé', 'a RÉSUMÉ', 'found'],
  ['cat', 'ｃａｔ', 'found'],
  ['cat', 'c\u00ada\u200bt', 'found'],
  ['кот', 'Чёрный КОТ спит', 'found'],
  ['кот', 'который час', 'not found'],
  ['c++', 'written in C++, then', 'found'],
  ['c++', 'c plus plus', 'not found'],
  ['*', 'a * b', 'found'],
  // Without spaces nobody can say where a word ends: it is found wherever its characters stand together.
  ['猫', '黒猫が眠る', 'found'],
  ['黒猫', '大きな黒猫が眠る', 'found'],
  ['黒猫', '黒い猫', 'not found'],
  ['ねこ', 'かわいいねこです', 'found'],
  ['แมว', 'ภาพแมวดำนอน', 'found'],
  ['cat', '猫catです', 'found'],
  ['cat', '猫catsです', 'not found'],
  ['한국', '한국 지도', 'found'],
  ['한국', '한국어', 'not found'],
  ['𠮷', '𠮷野家', 'found'],
  ['cat', '𝒳cat', 'not found'],
  ['cat', '🐈cat🐈', 'found'],
];

for (const [entry, text, found] of cases) {
  test(`${JSON.stringify(entry)} is ${found} in ${JSON.stringify(text)}`, () => {
    assert.equal(createWordList([entry]).find(text), found === 'found' ? entry : null);
  });
}

test('a list tells which entry it was, as it is written; empty lines and an empty list find nothing', () => {
  assert.equal(createWordList(['dog', ' Red  Rose ', 'cat']).find('one red rose'), ' Red  Rose ');
  assert.equal(createWordList(['', '  ', '\u200b']).find('anything \u200b at all'), null);
  assert.equal(createWordList([]).find('anything'), null);
});

test('twenty thousand words and a long prompt take a moment', () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `word${(index * 7919).toString(36)}`);
  const list = createWordList(words);
  const text = 'wordy words in a wordless world of wordplay '.repeat(100);
  const before = process.cpuUsage();
  assert.equal(list.find(text), null);
  // Of the processor, and not of the clock: other work on the machine is none of the list's.
  const milliseconds = process.cpuUsage(before).user / 1000;
  assert.ok(milliseconds < 1_500, `${milliseconds} ms`);
});
