/** What somebody wears is where it belongs, who sleeps lies, and what is small beside somebody is small. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vectorForm } from '../src/drawings/vectors.ts';
import { createBrush } from '../src/paint/brush.ts';
import { DRAWINGS_WITH_HEADS, headOfDrawing } from '../src/paint/heads.ts';
import { outlineOf } from '../src/paint/outline.ts';
import type { Actor } from '../src/paint/troupe.ts';
import { KINDS } from '../src/subjects/index.ts';
import { FEET, FIELD } from '../src/subjects/subject.ts';
import { siteOf, standing } from './support/standing.ts';

/** Where a spot of the field of somebody is in the frame. */
async function inFrame({ x, feet, edge, record }: Actor, spot: { x: number; y: number }) {
  const { base } = await outlineOf(record);
  return { x: x + (edge * (spot.x - FIELD / 2)) / FIELD, y: feet - (edge * (FEET - spot.y)) / FIELD + edge * base };
}

async function boxOf({ x, feet, edge, record }: Actor) {
  const { left, right, top, base } = await outlineOf(record);
  return { left: x + edge * left, right: x + edge * right, top: feet - edge * (top - base), bottom: feet };
}

test('every drawing whose head is known is there', () => {
  const renamed = new Set(['walking-cat', 'tortoise']);
  for (const id of DRAWINGS_WITH_HEADS)
    assert.ok(renamed.has(id) || KINDS.some((kind) => kind === id) || vectorForm(id) !== null, id);
});

const WORN: [prompt: string, wearer: string, at: 'brow' | 'eyes' | 'neck'][] = [
  ['a cat wearing a top hat', 'cat', 'brow'],
  ['a rabbit wearing a crown', 'rabbit', 'brow'],
  ['an elephant wearing a party hat', 'elephant', 'brow'],
  ['a bear wearing glasses', 'bear', 'eyes'],
  ['a pig with sunglasses', 'pig', 'eyes'],
  ['a giraffe with a scarf', 'giraffe', 'neck'],
  ['a mouse wearing a bow tie', 'mouse', 'neck'],
];
for (const [prompt, id, at] of WORN) {
  test(`${prompt} has it at the ${at}`, async () => {
    const [wearer, worn] = await standing(prompt);
    const spot = await inFrame(wearer!, headOfDrawing(id)![at]);
    const { left, right, top, bottom } = await boxOf(worn!);
    assert.ok(left <= spot.x && spot.x <= right, `${left} ${spot.x} ${right}`);
    assert.ok(top <= spot.y && spot.y <= bottom, `${top} ${spot.y} ${bottom}`);
    const wide = (wearer!.edge * headOfDrawing(id)![at].wide) / FIELD;
    assert.ok(right - left > 0.6 * wide && right - left < 1.7 * wide, 'as broad as the body there');
    assert.equal(worn!.carriedBy, wearer);
  });
}

test('boots are on the feet and not on the head', async () => {
  const [duck, boots] = await standing('a duck wearing boots');
  assert.ok(Math.abs(boots!.feet - duck!.feet) < 0.1 * duck!.edge);
});

test('a cook wears a hat on the brow of the figure', async () => {
  const [boy, hat] = await standing('a boy wearing a crown');
  assert.ok(hat!.feet < boy!.feet - 0.7 * boy!.edge);
});

test('who sleeps lies: people on their back, a cat and a dragon curled up', async () => {
  const [man] = await standing('a man sleeping under a tree');
  const { left, right, top } = await outlineOf(man!.record);
  assert.ok(right - left > 2 * top, 'longer than high');
  const [sleeper, bench] = await standing('an old man sleeping on a bench');
  assert.ok(sleeper!.sits === undefined && sleeper!.carriedBy === bench);
  assert.equal((await standing('a cat sleeping on a sofa'))[0]!.subject.vector?.id, 'curled-cat');
  assert.equal((await standing('a dragon asleep in a cave'))[0]!.subject.vector?.id, 'sleeping-dragon');
  assert.deepEqual(
    (await standing('a girl sleeping in a bed')).map(({ subject }) => subject.vector?.id),
    ['person-in-bed'],
  );
});

test('whatever flies is in the air, and who has a shield nods off sitting', async () => {
  const [umbrella] = await standing('flying umbrellas over a city');
  assert.equal(umbrella!.footing, 'sky');
  const [knight] = await standing('a knight asleep under an oak tree');
  const { left, right, top } = await outlineOf(knight!.record);
  assert.ok(right - left < 1.2 * top, 'upright');
});

test('an egg in a hand is no ostrich egg, and whoever has it is seen from closer by', async () => {
  const [man, egg] = await standing('a man holding an egg');
  assert.ok(egg!.edge < 0.18 * man!.edge, `${egg!.edge / man!.edge}`);
  const [alone] = await standing('a man');
  assert.ok(man!.edge > 1.15 * alone!.edge);
});

test('a leaf is above whoever is under it', async () => {
  const [hedgehog, leaf] = await standing('a hedgehog under a leaf');
  const [low, high] = [await boxOf(hedgehog!), await boxOf(leaf!)];
  assert.ok(hedgehog!.rank > leaf!.rank && high.top < low.top && high.bottom < low.bottom);
});

test('on four legs a coat is over the back, and no coat hangs before the chest', async () => {
  for (const prompt of [
    'a dog in a red coat',
    'a sheep in a sweater',
    'a horse in a blue jacket',
    'a pig wearing a dress',
  ]) {
    const [animal, coat] = await standing(prompt);
    assert.equal(coat!.subject.vector?.id, 'animal-coat', prompt);
    const { heightAt } = await outlineOf(animal!.record);
    const across = (coat!.x - animal!.x) / animal!.edge;
    assert.ok(Math.abs(across) < 0.25, `${prompt}: ${across}`);
    const back = animal!.feet - animal!.edge * heightAt(across);
    assert.ok(
      coat!.feet > back + 0.05 * animal!.edge && coat!.feet < animal!.feet,
      `${prompt}: ${coat!.feet} of ${back}`,
    );
  }
  const [dog, coat] = await standing('a dog in a red coat');
  assert.ok(coat!.subject.colour![0] > 150 && dog!.subject.colour === null);
});

test('what is named after a garment is worn, too', async () => {
  const [bear, , scarf] = await standing('a bear in a sweater and a scarf');
  assert.equal(scarf!.carriedBy, bear);
});

test('no empty dress hangs before who is drawn in clothes', async () => {
  for (const who of ['ballerina', 'dancer', 'bride', 'princess'])
    assert.equal((await standing(`a ${who} in a white dress`)).length, 1, who);
  const [princess] = await standing('a princess in a blue dress');
  assert.ok(princess!.subject.colour![2] > 150, 'the dress is blue');
  const [ballerina] = await standing('a ballerina in a blue dress');
  assert.equal(ballerina!.subject.colour, null, 'and no skin is');
});

test('a dancer dances in the clothes that are named, and her skin and hair stay', async () => {
  const painted = async (prompt: string) => {
    const [dancer] = await standing(prompt);
    const { brushLook } = siteOf(prompt);
    const svg = dancer!.record.draw(createBrush({ ...brushLook, name: 'x' }));
    return svg.match(/(fill|stroke)="[^"]+"/g)!;
  };
  const [red, blue] = [await painted('a dancer'), await painted('a dancer in a blue dress')];
  const changed = red.filter((paint, at) => paint !== blue[at]).length;
  assert.equal(red.length, blue.length);
  assert.ok(changed > 8 && changed < 0.6 * red.length, `${changed} of ${red.length}`);
});
