/** Small things stand on something or are seen from close by, and only what flies by nature or by its verb is in the air. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { outlineOf } from '../src/paint/outline.ts';
import { traitsOf } from '../src/scene/traits.ts';
import { sceneOf as scene } from './support/scenes.ts';
import { SIZE as size, standing } from './support/standing.ts';

test('what is too small for a landscape stands on a table there', async () => {
  for (const prompt of ['a hot dog in a park', 'a game of chess in a park', 'a cup of tea on a beach']) {
    const actors = await standing(prompt);
    const [ware, table] = [actors[0]!, actors.find(({ subject }) => subject.vector?.id === 'wooden-table')!];
    assert.equal(ware.carriedBy, table, prompt);
    assert.ok(ware.edge < 0.4 * size.height, `${prompt}: ${ware.edge}`);
  }
  assert.equal(scene('a teapot on a table').subjects.length, 1, 'in an empty room the table is the room’s');
  assert.equal(scene('a mouse beside a cheese').subjects.length, 2, 'and beside a mouse the ground will do');
  assert.equal(scene('a bottle washed up on the shore').subjects.length, 1, 'what lies somewhere lies there');
  assert.equal(scene('a giant hot dog in a park').subjects.length, 1, 'and what is to be a giant is one');
});

test('a cake that somebody cuts is on a table', async () => {
  const actors = await standing('a bride and groom cutting the cake');
  const cake = actors.find(({ subject }) => subject.own === 'cake')!;
  assert.equal(cake.carriedBy?.subject.name, 'table');
});

const ON_THE_GROUND = [
  'a boy flying a kite',
  'a turtle crossing the road',
  'a man in front of a mirror',
  'a girl with a balloon',
];
for (const prompt of ON_THE_GROUND)
  test(`the first of "${prompt}" is on the ground`, async () => {
    const [hero] = await standing(prompt);
    assert.equal(hero!.footing, 'ground');
    assert.ok(hero!.feet > 0.8 * size.height, `${hero!.feet}`);
  });

test('of the prompts of every file only what flies, swims or is up on something is off the ground', async () => {
  const prompts = ['development', 'final'].flatMap((file) =>
    readFileSync(new URL(`./prompts/${file}.txt`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' | ')[0]!),
  );
  const floating: string[] = [];
  for (const prompt of prompts) {
    const { setting } = scene(prompt);
    if (setting === 'space' || setting === 'underwater' || setting === null) continue;
    for (const { subject, footing, carriedBy, record } of await standing(prompt)) {
      const usual = traitsOf(subject).footing;
      const up = carriedBy !== undefined || record.part === 'head' || AIRBORNE.test(subject.verb ?? '');
      if (footing === 'sky' && usual !== 'sky' && !up && !/^(over|held-by)$/.test(subject.relation?.kind ?? ''))
        floating.push(`${prompt}: ${subject.name}`);
    }
  }
  assert.deepEqual(floating, []);
});

const AIRBORNE = /^(fly|hover|float|jump|fall|rise|rain|swing)$/;

test('of several on one thing none sits on the others', async () => {
  const [one, two, three] = (await standing('three pigeons on a statue')).filter(({ carriedBy }) => carriedBy);
  assert.ok(two!.x - one!.x > 0.6 * one!.edge && three!.x - two!.x > 0.6 * one!.edge);
});

test('a clock on a church is on its wall, and a fox that is photographed stands by itself', async () => {
  const [church, clock] = await standing('an old church with a clock on its tower');
  assert.ok(clock!.carriedBy === church && clock!.edge < 0.3 * church!.edge);
  assert.ok(clock!.feet < church!.feet - 0.3 * church!.edge && clock!.feet > church!.feet - 0.8 * church!.edge);
  const actors = await standing('a photographer taking a picture of a fox');
  const fox = actors.find(({ subject }) => subject.own === 'fox')!;
  assert.ok(fox.carriedBy === undefined && fox.footing === 'ground');
});

test('who drinks from a bucket is not in it, and an egg before a bale is small', async () => {
  const [horse, bucket] = await standing('a horse drinking from a bucket');
  assert.ok(horse!.carriedBy === undefined && bucket!.edge < 0.5 * horse!.edge);
  const actors = await standing('a hen and her eggs in the straw');
  const [egg, bale] = [actors[1]!, actors[2]!];
  assert.ok(egg.edge < 0.3 * bale.edge, `${egg.edge} of ${bale.edge}`);
});

test('a man who walks a dog has the umbrella', async () => {
  const actors = await standing('a man walking his dog in the rain with an umbrella');
  const umbrella = actors.find(({ subject }) => subject.own === 'umbrella')!;
  assert.equal(umbrella.carriedBy, actors[0]);
});

test('of who sits in an open boat half is seen above the rim', async () => {
  for (const prompt of ['a cat in a rowing boat', 'a dog in a canoe', 'a mouse in a rowing boat']) {
    const [animal, boat] = await standing(prompt);
    const { heightAt } = await outlineOf(boat!.record);
    const rim = boat!.feet - boat!.edge * [-0.2, -0.1, 0, 0.1, 0.2].map(heightAt).sort((a, b) => a - b)[2]!;
    const { top } = await outlineOf(animal!.record);
    const seen = (rim - (animal!.feet - animal!.edge * top)) / (animal!.edge * top);
    assert.ok(seen > 0.4 && seen < 0.75, `${prompt}: ${seen}`);
  }
});

test('an insect before a fence is no dog', async () => {
  const [beetle, fence] = await standing('a beetle in front of a garden fence');
  assert.ok(beetle!.edge < 0.3 * fence!.edge, `${beetle!.edge} of ${fence!.edge}`);
});

test('who jumps over a fence leaps over it and does not fly, and who sleeps under a tree is small beside it', async () => {
  const [horse, fence] = await standing('a horse jumping over a fence');
  assert.equal(horse!.footing, 'ground');
  assert.ok(horse!.feet < fence!.feet && horse!.feet > fence!.feet - 0.5 * fence!.edge, `${horse!.feet}`);
  const [cat, tree] = await standing('a cat sleeping under a tree');
  assert.ok(cat!.edge < 0.4 * tree!.edge, `${cat!.edge} of ${tree!.edge}`);
});

test('a fire truck before a house leaves it to be seen', async () => {
  const [truck, house] = await standing('a fire truck in front of a burning house');
  assert.ok(truck!.x - 0.5 * truck!.edge > house!.x - 0.3 * house!.edge, `${truck!.x} of ${house!.x}`);
});

test('nobody stands on the saddle of a bicycle', async () => {
  const [boy, bicycle] = await standing('a boy on a bicycle');
  const [rider, other] = await standing('a boy riding a bicycle');
  assert.ok(Math.abs((bicycle!.feet - boy!.feet) / bicycle!.edge - (other!.feet - rider!.feet) / other!.edge) < 0.01);
});

test('who steers a ship is on its deck', async () => {
  const [sailor, ship] = await standing('a sailor steering a ship');
  assert.ok(sailor!.feet > ship!.feet - 0.4 * ship!.edge, `${sailor!.feet} of ${ship!.feet}`);
});
