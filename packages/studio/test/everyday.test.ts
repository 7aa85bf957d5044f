/** Prompts of every day that were drawn oddly: containers, twins, queues, words with two meanings, words without a shape. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bendsWith } from '../src/paint/deeds.ts';
import { subjectOf } from '../src/subjects/index.ts';
import { sceneOf } from './support/scenes.ts';

/** `=kind` is ours; a count that is not one and a relation stand behind. */
function read(prompt: string): string[] {
  const { subjects } = sceneOf(prompt);
  const name = (at: number) => subjects[at]!.vector?.id ?? `=${subjects[at]!.own}`;
  return subjects.map(({ count, relation }, at) =>
    [name(at), ...(count === 1 ? [] : [count]), ...(relation === null ? [] : [relation.kind, name(relation.to)])].join(
      ' ',
    ),
  );
}

const READ: [prompt: string, drawn: string[]][] = [
  ['a vase of sunflowers', ['vase', '=sunflower 3 in vase']],
  ['a vase with tulips', ['vase', '=tulip 3 in vase']],
  ['a plate of cookies', ['cookie 3 on plate', 'plate']],
  ['a sandwich on a plate', ['sandwich on plate', 'plate']],
  ['a chess knight', ['chess-knight']],
  ['a white chess king', ['chess-king']],
  ['a black knight on a wooden chessboard', ['chess-knight on chess-board', 'chess-board']],
  ['a knight on a horse', ['knight on =horse', '=horse']],
  ["a joey in its mother's pouch", ['kangaroo holding kangaroo', 'kangaroo']],
  ['a kangaroo with a joey in her pouch', ['kangaroo holding kangaroo', 'kangaroo']],
  ['a baby elephant with its mother', ['=elephant beside =elephant', '=elephant']],
  ['baby penguins with their mother', ['=penguin 3 beside =penguin', '=penguin']],
  ['a baby girl with her mother', ['baby beside =woman', '=woman']],
  ['an opera singer without an audience', ['singer']],
  ['a busy night market in the rain', ['=person 3', '=woman 3']],
  ['the crowded streets of Delhi', ['=person 3', '=woman 3']],
  ['a busy street with a dog', ['=dog']],
  ['a singer before an audience', ['singer in-front-of =person', '=person 3', '=woman 3']],
  ['a lighthouse seen from a small boat', ['=lighthouse beside rowing-boat', 'rowing-boat']],
  ['a castle seen from the side', ['=castle']],
  ['a woman juggling three balls', ['woman-juggling', 'soccer-ball 3']],
  ['twins in a park', ['girl 2']],
  ['a queue of people at a bus stop', ['=person 3 beside bus-stop', '=woman 2 beside bus-stop', 'bus-stop']],
  ['a sculptor carving a statue', ['sculptor', 'statue']],
  ['un chat sous une table', ['=cat under wooden-table', 'wooden-table']],
  ['a dog under an old desk', ['=dog under wooden-table', 'wooden-table']],
  ['ein Drachen über einer Burg', ['=dragon over =castle', '=castle']],
  ['ein Drachen speit Feuer', ['=dragon']],
  ['ein Kind lässt einen Drachen steigen', ['boy holding kite', 'kite']],
  ['um menino soltando pipa na praia', ['boy holding kite', 'kite']],
  ['eine alte Frau füttert Tauben im Park', ['old-woman beside dove', 'dove 3']],
  ['lis śpiący pod drzewem', ['=fox under =tree', '=tree']],
  ['傘をさした猫', ['=cat holding =umbrella', '=umbrella']],
  ['a giant asleep among the hills', ['troll']],
  ['a giant pumpkin', ['jack-o-lantern']],
  ['a surfer riding a giant wave', ['person-surfing']],
  ['一只戴帽子的狗', ['=dog wearing top-hat', 'top-hat']],
  ['an old bicycle leaning against a wall', ['=bicycle']],
  ['a birthday table with balloons', ['balloon 3']],
  ['balloons over a meadow', ['=balloon 3']],
  ['a turtle carrying a stack of books', ['turtle holding books', 'books']],
  ['a mail carrier chased by a dog', ['mail-carrier beside =dog', '=dog']],
  ['zwei Mädchen auf einer Schaukel', ['girl 2 on swing-set', 'swing-set']],
  ['two glasses of wine', ['=wine 2']],
  ['a candlelit dinner for two', ['=candle beside =wine', '=wine 2']],
  ['a blue vase with roses', ['vase', '=rose 3 in vase']],
  ['une fille avec une écharpe rouge', ['girl', 'worn-scarf worn-by girl']],
  ['un hombre leyendo el periódico en un banco', ['=person in bench', 'newspaper held-by =person', 'bench']],
  ['a flower seller on a street corner', ['=person holding bouquet', 'bouquet']],
];
for (const [prompt, drawn] of READ)
  test(`"${prompt}" shows ${drawn.join(', ')}`, () => assert.deepEqual(read(prompt), drawn));

test('flowers in a vase are in a room and no field', () => {
  assert.equal(sceneOf('a vase of sunflowers').place, 'backdrop');
  assert.equal(sceneOf('sunflowers').place, 'meadow');
});

test('a cat beside what stands out of doors is there, and not at home', () => {
  assert.equal(sceneOf('a cat beside a campfire').place, 'forest');
  assert.equal(sceneOf('a cat on a bench').place, 'park');
  assert.equal(sceneOf('a cat by the fireplace').place, 'interior');
});

test('who wrestles, boxes or plays is where that is done, and on no football pitch', () => {
  for (const [prompt, place] of [
    ['two sumo wrestlers', 'boxing-ring'],
    ['a boxer', 'boxing-ring'],
    ['a tennis player', 'tennis-court'],
    ['a basketball', 'basketball-court'],
    ['a racing car', 'road'],
    ['a goalkeeper', 'stadium'],
    ['two sumo wrestlers on a beach', 'coast'],
  ] as const)
    assert.equal(sceneOf(prompt).place, place, prompt);
});

test('a knight who kneels stays a knight, and the kneeling is told', () => {
  assert.deepEqual(read('a knight kneeling before a queen'), ['knight in-front-of princess', 'princess']);
  assert.match(sceneOf('a knight kneeling before a queen').notes.join(' '), /"kneeling"/);
  assert.deepEqual(read('a surfer surfing'), ['person-surfing']);
  assert.deepEqual(sceneOf('a surfer surfing').notes, []);
});

test('a word without a shape is shown by its emblem, which the notes tell; beside a thing it changes nothing', () => {
  for (const word of ['freedom', 'loneliness', 'the passing of time', 'justice', 'Freiheit', 'la liberté', '孤独']) {
    const { subjects, title, notes } = sceneOf(word);
    assert.ok(subjects.length > 0 && title === null, word);
    assert.match(notes.join(' '), /is shown by/, word);
  }
  assert.deepEqual(read('a dog full of hope'), ['=dog']);
  assert.equal(sceneOf('zyxwv').title, 'zyxwv');
});

test('what hangs in a sky that the place does not show is told', () => {
  assert.match(sceneOf('a rainbow over a waterfall').notes.join(' '), /"rainbow"/);
  assert.deepEqual(sceneOf('a rainbow over a village').notes, []);
});

test('a windmill that spins turns its sails and not its house', () => {
  assert.equal(bendsWith(subjectOf('windmill'), 'spin'), false);
  assert.equal(bendsWith(subjectOf('cake'), 'spin'), true);
});
