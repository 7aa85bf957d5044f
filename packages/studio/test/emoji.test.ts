/** Emoji in a prompt are read as what they show, alone and among words of any language; what is not drawn is told. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRows } from '../src/drawings/tables.ts';
import { readWords } from '../src/scene/words.ts';
import { sceneOf } from './support/scenes.ts';

/** What is drawn and how often, where, when and in which weather. */
function seen(prompt: string): string {
  const { subjects, place, daytime, weather } = sceneOf(prompt);
  const drawn = subjects.map(({ own, vector, count }) => `${own ?? vector!.id}${count > 1 ? ` ${count}` : ''}`);
  return [...drawn, place, daytime, weather].filter((word) => word !== 'noon' && word !== 'clear').join(', ');
}

const SEEN: [prompt: string, picture: string][] = [
  ['🐱🚀', 'cat, rocket, interior'],
  ['🎃👻', 'jack-o-lantern, ghost, backdrop'],
  ['🦊 in the ❄️', 'fox, snowfield, snow'],
  ['🏖️', 'coast'],
  ['👨‍🚀🐎🌙', 'astronaut, horse, space, night'],
  ['🐶🐶🐶', 'dog 3, meadow'],
  ['🐶 🐱 🐶', 'dog 2, cat, meadow'],
  ['3️⃣🐶', 'dog 3, meadow'],
  ['🌧️🐸', 'frog, meadow, rain'],
  ['🌊', 'ocean'],
  ['🌊🏄🏽‍♀️🌅', 'woman-surfing, ocean, dawn'],
  ['👩🏿‍🚒', 'woman-firefighter, street'],
  ['🏃‍♀️‍➡️', 'woman-running, park'],
  ['🐻‍🔥', 'bear, fire, forest'],
  ['👨‍👩‍👧🏖️', 'person, woman, girl, coast'],
  ['❤', 'red-heart, backdrop'],
  ['😀👍🏿', 'grinning-face, thumbs-up, backdrop'],
  ['🦶', 'foot, backdrop'],
  ['a red 🚗', 'car, road'],
  ['my dog 🚗', 'dog, car, meadow'],
  ['a 🐱 on a 🚀', 'cat, rocket, space, night'],
  ['eine 🐱 auf dem 🚀', 'cat, rocket, space, night'],
  ['un 🐶 en la playa', 'dog, coast'],
  ['🐱が海で泳ぐ', 'cat, ocean'],
  ['고양이와 🚗가', 'cat, car, interior'],
  // They illustrate what the words say.
  ['a cute puppy 🐶 on the beach 🏖️', 'dog, coast'],
  ['un perro 🐕 corriendo', 'dog, meadow'],
  ['猫🐱', 'cat, interior'],
];
for (const [prompt, picture] of SEEN)
  test(`"${prompt}" is ${picture}`, () => {
    assert.equal(seen(prompt), picture);
    assert.deepEqual(sceneOf(prompt).notes, []);
  });

const TOLD: [prompt: string, note: string][] = [
  ['🐶😍', 'The picture does not show "😍".'],
  ['a castle ✨🙏🏽', 'The picture does not show "✨", "🙏🏽".'],
  ['🇫🇷', 'The picture does not show "🇫🇷".'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 🐑', 'The picture does not show "🏴󠁧󠁢󠁥󠁮󠁧󠁿".'],
  ['🐶🔟#️⃣', 'The picture does not show "🔟", "#️⃣".'],
  // Reserved for pictures that nobody has chosen yet.
  ['🐶\u{1FAFF}', 'The picture does not show "\u{1FAFF}".'],
];
for (const [prompt, note] of TOLD)
  test(`what is not drawn of "${prompt}" is told`, () => assert.deepEqual(sceneOf(prompt).notes, [note]));

test('every emoji of the index is drawn, shown by the scene, or told', () => {
  const silent = readRows('emoji.tsv').flatMap(([emoji]) => {
    const { subjects, place, notes } = sceneOf(emoji!);
    return subjects.length === 0 && place === null && notes.length === 0 ? [emoji] : [];
  });
  assert.deepEqual(silent, []);
  assert.ok(readRows('emoji.tsv').length > 1_300);
});

test('every emoji of a thing is drawn as one', () => {
  const things = readRows('emoji.tsv').filter(([, , manner]) => manner === 'thing');
  const missed = things.flatMap(([emoji, words]) => {
    const { subjects, place } = sceneOf(emoji!);
    return subjects.length === 0 && place === null ? [`${emoji} ${words}`] : [];
  });
  assert.deepEqual(missed, ['🌬 windy']);
});

test('an emoji among words of another language stays what it is', () => {
  for (const [emoji, phrase, manner] of readRows('emoji.tsv')) {
    if (manner === 'sign' || phrase!.includes(', ')) continue;
    for (const [before, after] of [
      ['der', 'und ein hund'],
      ['el', 'y un perro'],
      ['il', 'e un cane'],
    ] as const)
      assert.ok(
        readWords(`${before} ${emoji} ${after}`).words.join(' ').includes(phrase!) || /dog|puppy/.test(phrase!),
        `${emoji} ${phrase}`,
      );
  }
});

test('letters with a sign of their own are letters', () => {
  assert.deepEqual(sceneOf('a bottle™').notes, []);
});
