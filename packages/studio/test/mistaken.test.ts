/** Words that mean something else beside their neighbours are read as what is meant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readScene } from '../src/scene/scene.ts';
import { drawings } from './support/scenes.ts';

const plain = { negativePrompt: null, cfgScale: null, seed: 1 };

const READ: [prompt: string, picture: string][] = [
  ['a submarine under the ice', '1 submarine, underwater'],
  ['a traffic jam in the rain', '4 cars, road'],
  ['heavy traffic in a city at night', '4 cars, city'],
  ['a cup of espresso on a saucer', '1 espresso, 1 plate, backdrop'],
  ['a bus stop in heavy snow', '1 bus stop, city'],
  ['a lovely rose', '1 rose, backdrop'],
  ['a poster', '1 poster, interior'],
  ['a poster of a cat', '1 cat, interior'],
  ['an illustration of a fox', '1 fox, forest'],
  ['a tuna', '1 tuna, underwater'],
  ['a boa on a branch', '1 boa, 1 branch, forest'],
  ['a primate', '1 primate, forest'],
  ['a flying saucer over a field', '1 flying saucer, meadow'],
  ["a bird's eye view of a city", 'city'],
  ['a bird’s-eye perspective of a forest', 'forest'],
  ["worm's eye view of a castle", '1 castle, mountains'],
  ['a fisheye lens shot of a market', 'city'],
  ['um barco à vela no mar', '1 sailboat, ocean'],
  ['un barco de vela en el mar', '1 sailboat, ocean'],
  ['un bateau à voile sur la mer', '1 sailboat, ocean'],
  ['彼女は傘をさして歩いている', '1 woman, 1 umbrella, meadow'],
  ['彼は本を読んでいる', '1 man, 1 book, meadow'],
  ['少年と彼の犬', '1 boy, 1 dog, meadow'],
  ['ein Eis', '1 icecream, backdrop'],
  ['ein Kind isst ein Eis', '1 child, 1 icecream, meadow'],
  ['ein Eisbär auf dem Eis', '1 polar bear, ocean'],
  ['ein U-Boot unter dem Eis', '1 submarine, underwater'],
  ['eine Tasse heiße Schokolade', '1 hot chocolate, backdrop'],
  ['une tasse de chocolat chaud', '1 hot chocolate, backdrop'],
  ['чашка чая', '1 cup of tea, backdrop'],
  ['un bicchiere di vino', '1 wine glass, backdrop'],
  ['стакан воды', '1 glass of water, backdrop'],
  ['kot przy ognisku', '1 cat, 1 campfire, forest'],
  ['дети на пляже', '2 children, 1 children, coast'],
  ['bambini nel parco', '2 children, 1 children, meadow'],
  ['кот у камина', '1 cat, 1 fireplace, interior'],
  ['ein Hund vor dem Kamin', '1 dog, 1 fireplace, interior'],
  ['un gato junto a la chimenea', '1 cat, 1 fireplace, interior'],
];

for (const [prompt, picture] of READ)
  test(`"${prompt}" is ${picture}`, () => {
    const { subjects, setting, notes } = readScene({ ...plain, prompt });
    assert.equal([...subjects.map(({ count, name }) => `${count} ${name}`), setting].join(', '), picture);
    assert.deepEqual(notes, []);
  });

test('a word that is an animal only to those who know it draws none, and is told', () => {
  for (const word of ['nutcracker', 'drill', 'comma', 'assault', 'secretariat'])
    assert.deepEqual(drawings(`a ${word}`), [], word);
  assert.deepEqual(readScene({ ...plain, prompt: 'a drill' }).notes, ['The studio has no drawing of "drill".']);
});

test('a foreign word in Japanese is not read by how it begins: トラ is a tiger, トランポリン a trampoline', () => {
  const { subjects, notes } = readScene({ ...plain, prompt: 'トランポリンで跳ぶ子供' });
  assert.deepEqual(
    subjects.map(({ name }) => name),
    ['child'],
  );
  assert.deepEqual(notes, ['The picture does not show "トランポリン".']);
});

test('a deed before whoever does it describes them: a praying woman is one, and a praying mantis nobody who prays', () => {
  const people = (prompt: string) =>
    readScene({ ...plain, prompt }).subjects.map(({ name, count }) => `${count} ${name}`);
  assert.deepEqual(people('a praying woman'), ['1 woman']);
  assert.deepEqual(people('two kneeling women'), ['2 women']);
  assert.deepEqual(people('a praying mantis on a branch'), ['1 branch']);
});

test('so does every deed that is drawn whole, with or without an article before it', () => {
  const drawn: [prompt: string, drawings: string[]][] = [
    ['a cycling man', ['man-biking']],
    ['two weightlifting women', ['woman-lifting-weights']],
    ['a juggling man', ['man-juggling']],
    ['praying people', ['person-kneeling', '=woman']],
    ['a climbing rose', ['=rose']],
  ];
  for (const [prompt, expected] of drawn) assert.deepEqual(drawings(prompt), expected, prompt);
});

test('on the snow and through it is ground, as in it is, in every language', () => {
  for (const prompt of [
    'a red truck on the snow',
    'a fox running through the snow',
    'a dog in deep snow',
    'un camion rouge sur la neige',
    'ein Hund auf dem Schnee',
    'un perro sobre la nieve',
  ]) {
    const { place, notes } = readScene({ ...plain, prompt });
    assert.deepEqual([place, notes], ['snowfield', []], prompt);
  }
  assert.equal(readScene({ ...plain, prompt: 'a cat looking at the snow' }).place, 'meadow');
});

test('what is had by its like is part of it: a coffee with latte art is one cup', () => {
  for (const prompt of ['a cup of coffee with latte art', 'a cappuccino with latte art', 'two lattes with latte art'])
    assert.equal(readScene({ ...plain, prompt }).subjects.length, 1, prompt);
  for (const prompt of ['a coffee beside an espresso', 'an espresso with a latte'])
    assert.equal(readScene({ ...plain, prompt }).subjects.length, 2, prompt);
  assert.equal(readScene({ ...plain, prompt: 'a red apple with a green apple' }).subjects.length, 2);
});

test('a misspelt word that a prompt is about is read as the name it nearly is, and that is told', () => {
  const read = (prompt: string) => {
    const { subjects, place, notes } = readScene({ ...plain, prompt });
    return [...subjects.map(({ name }) => name), place, ...notes];
  };
  assert.deepEqual(read('a crocodle in a rivver'), [
    'crocodile',
    'river',
    '"crocodle" is read as "crocodile".',
    '"rivver" is read as "river".',
  ]);
  assert.deepEqual(read('a elefant rideing a bycicle').slice(0, 2), ['elephant', 'bicycle']);
  assert.deepEqual(read('a dinosuar in a forrest').slice(0, 2), ['dinosaur', 'forest']);
  assert.deepEqual(read('pengiun').slice(0, 1), ['penguin']);
});

test('what is only like a name stays what it is', () => {
  for (const name of ['zyxwv', 'bureaucracy', 'Mario', 'Pikachu', 'gravity', 'democracy', 'quantum entanglement'])
    assert.deepEqual(drawings(name), [], name);
  assert.doesNotMatch(readScene({ ...plain, prompt: 'a dog hoping for a biscuit' }).notes.join(' '), /is read as/);
});
