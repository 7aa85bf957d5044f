/** Where those stand who have to do with each other: on tables and seats, behind bars, in hand, at their true sizes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { driftOf, inWater } from '../src/paint/actor.ts';
import { isLaid } from '../src/paint/table.ts';
import { isPerched } from '../src/paint/underfoot.ts';
import { sceneOf as scene } from './support/scenes.ts';
import { siteOf, SIZE as size, standing } from './support/standing.ts';

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

test('what has something on or in it goes where they are said to be, and both are seen', async () => {
  const [cactus, flower, pot] = await standing('a cactus with a pink flower in a clay pot');
  assert.ok(cactus!.carriedBy === pot && flower!.carriedBy === cactus);
  assert.ok(flower!.feet - flower!.edge > 0, 'and the flower is not cut off at the upper edge');
  const related = (prompt: string) => {
    const { subjects } = scene(prompt);
    return subjects.map(({ name, relation }) => [name, relation?.kind, subjects[relation?.to ?? -1]?.name].join(' '));
  };
  assert.equal(related('a basket with apples under a tree')[0], 'basket under tree');
  assert.equal(related('a bowl with apples in a box')[0], 'bowl in box');
  assert.equal(related('a bicycle with a basket in front of a house')[0], 'bicycle in-front-of house');
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

test('who is on a leaf is seen whole, and the leaf is low', async () => {
  const [snail, leaf] = await standing('a snail crawling on a leaf');
  assert.ok(leaf!.feet > 0.9 * size.height, `${leaf!.feet}`);
  assert.ok(snail!.feet - snail!.edge > 0, 'and not at the upper edge');
});

test('a spider is in the middle of its web, in a forest', async () => {
  const prompt = 'a spider spinning a web between branches';
  const [spider, web, branch] = await standing(prompt);
  assert.equal(scene(prompt).place, 'forest');
  assert.ok(spider!.carriedBy === web && web!.carriedBy === branch);
  assert.ok(Math.abs(spider!.x - web!.x) < 0.1 * web!.edge);
  assert.ok(spider!.feet < web!.feet && spider!.feet > web!.feet - 0.5 * web!.edge);
});

test('leaves are before whoever sits in a tree, and not before who hangs from it', async () => {
  const [koala] = await standing('a koala sleeping in a eucalyptus tree');
  assert.equal(koala!.within?.rim, 'leaves');
  const [monkey] = await standing('a monkey swinging in a tree');
  assert.equal(monkey!.within, undefined);
});

test('a mermaid on a rock has one in the water, and sand mirrors nobody', async () => {
  const prompt = 'a mermaid sitting on a rock by the sea';
  const [mermaid] = await standing(prompt);
  const { site } = siteOf(prompt);
  assert.equal(mermaid!.footing, 'surface');
  assert.ok(isPerched(site.scene, { subject: site.scene.subjects[0]!, footing: 'surface' }));
  assert.match(inWater(site, '<g/>'), /clip-path/);
  assert.equal(inWater(siteOf('a mermaid in the ocean').site, '<g/>'), '<g/>');
});

test('a hat goes with the horse whose rider has it on', async () => {
  const prompt = 'a man in a straw hat riding a running horse';
  const { site } = siteOf(prompt);
  const actors = await standing(prompt);
  const ways = actors.map((actor) => driftOf(site, actor)({ index: 0, share: 0, seconds: 0 }).x);
  assert.equal(actors.length, 3);
  assert.ok(ways[0] !== 0 && ways.every((way) => way === ways[0]), `${ways}`);
});
