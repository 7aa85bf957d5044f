/** Where those stand who have to do with each other: on tables and seats, behind bars, in hand, at their true sizes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLaid } from '../src/paint/table.ts';
import { sceneOf as scene, SIZE as size, standing } from './support/standing.ts';

test('tableware stands on a table in a room, and not where somebody stands on the floor', () => {
  assert.equal(isLaid(scene('a toaster in a kitchen')), true);
  assert.equal(isLaid(scene('a teapot on a table')), true);
  assert.equal(isLaid(scene('a chef and a teapot in a kitchen')), false);
  assert.equal(isLaid(scene('a bear drinking tea in a kitchen')), false, 'what is in a hand needs none');
  assert.equal(isLaid(scene('a teapot in a meadow')), false);
});

test('who is on a seat sits, and who is on a wall does not', async () => {
  const [man, bench] = await standing('a man on a bench');
  assert.ok(man!.sits! > 0 && man!.carriedBy === bench && man!.feet < bench!.feet);
  const on = await standing('a cat on a chair');
  assert.ok(on.every(({ sits }) => sits === undefined));
});

test('a bird in its cage is behind the bars, and a parrot on a shoulder below the hat', async () => {
  const [parrot, cage] = await standing('a parrot in a cage');
  assert.ok(parrot!.rank < cage!.rank && parrot!.edge < cage!.edge && Math.abs(parrot!.x - cage!.x) < 1);
  const [pirate, bird] = await standing('a pirate with a parrot on his shoulder');
  assert.ok(bird!.carriedBy === pirate && bird!.feet > pirate!.feet - 0.7 * pirate!.edge);
});

test('what is worn is on the head and not on a tail', async () => {
  const [monkey, headphones] = await standing('a monkey with headphones');
  assert.ok(headphones!.x > monkey!.x - 0.1 * monkey!.edge, `${headphones!.x} of ${monkey!.x}`);
});

test('beside a small hero nobody grows to a giant, and what is giant is', async () => {
  const [squirrel, fox] = await standing('a squirrel and a fox in a cafe');
  assert.ok(fox!.edge > squirrel!.edge && fox!.edge < 0.6 * size.height, `${fox!.edge}`);
  const [snail] = await standing('a giant snail');
  const [plain] = await standing('a snail');
  assert.ok(snail!.edge > 1.5 * plain!.edge);
});

test('a cat beside a fish in an aquarium stands on the floor', async () => {
  const actors = await standing('a cat looking at a fish in an aquarium');
  const [cat, tank] = [
    actors.find(({ subject }) => subject.own === 'cat'),
    actors.find(({ subject }) => subject.vector?.id === 'aquarium'),
  ];
  assert.equal(cat!.feet, tank!.feet);
});
