/** What is in a hand, a vessel, a cab or a bed: where it is, what of it is seen, and what a place leaves out for it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrush } from '../src/paint/brush.ts';
import { fingersOf } from '../src/paint/grip.ts';
import { outlineOf } from '../src/paint/outline.ts';
import { unlessShown } from '../src/paint/site.ts';
import type { Actor } from '../src/paint/troupe.ts';
import { vectorSubject } from '../src/paint/vector.ts';
import { clipOf } from '../src/paint/vessels.ts';
import { readScene } from '../src/scene/scene.ts';
import { siteOf, standing } from './support/standing.ts';

function handOf({ x, feet, edge, record }: Actor) {
  const { across, high } = record.hands!;
  return { x: x + edge * across, y: feet - edge * high };
}

test('what is held is at the hand, with the fingers before it', async () => {
  const [boy, racket] = await standing('a boy with a tennis racket');
  const hand = handOf(boy!);
  assert.deepEqual(racket!.grips, [hand]);
  const { left, right, top } = await outlineOf(racket!.record);
  assert.ok(racket!.x + racket!.edge * left < hand.x + 2 && racket!.x + racket!.edge * right > hand.x - 2);
  assert.ok(racket!.feet > hand.y - 2 && racket!.feet - racket!.edge * top < hand.y + 2);
  const brush = createBrush({ ...siteOf('a boy').brushLook, name: 'f' });
  assert.match(fingersOf(racket!, brush), /<ellipse/);
});

test('what is broad is held with both hands before the belly, and never before the face', async () => {
  const [boy, basket] = await standing('a boy carrying a basket of apples');
  const held = [boy!, basket!].find(({ subject }) => subject.vector?.id === 'basket') ?? basket!;
  const actors = await standing('a boy carrying a basket of apples');
  const vessel = actors.find(({ subject }) => subject.vector?.id === 'basket')!;
  assert.equal(vessel.grips!.length, 2);
  assert.ok(held.edge > 0 && vessel.feet - vessel.edge * 0.9 > boy!.feet - boy!.edge * 0.72, 'below the eyes');
});

test('a backpack is behind whoever has it', async () => {
  const [hiker, pack] = await standing('a hiker with a backpack');
  assert.ok(pack!.rank < hiker!.rank && pack!.x < hiker!.x && pack!.carriedBy === hiker);
});

test('a trade whose drawing has something in its right hand takes another thing in its left, and no second of its own', async () => {
  const [cook, pan] = await standing('a chef holding a frying pan');
  assert.ok(pan!.x < cook!.x);
  assert.equal((await standing('a detective with a magnifying glass')).length, 1);
  assert.equal((await standing('a doctor with a stethoscope')).length, 1);
});

test('what is in a vessel is before its far wall and hidden by its rim', async () => {
  const actors = await standing('kittens in a basket');
  const basket = actors.find(({ subject }) => subject.vector?.id === 'basket')!;
  const kittens = actors.filter((actor) => actor !== basket);
  assert.equal(kittens.length, 3);
  for (const kitten of kittens) {
    assert.ok(kitten.rank > basket.rank && kitten.carriedBy === basket);
    assert.ok(kitten.feet > basket.feet - 0.6 * basket.edge, 'its feet are below the rim');
    assert.match(clipOf(kitten)!, /^M.* A/);
  }
  assert.deepEqual(
    kittens.map(({ x }) => Math.round(x - basket.x)),
    kittens.map(({ x }) => Math.round(x - basket.x)).sort((one, other) => one - other),
  );
});

test('a sailor is on the deck and not on a mast, and a koala on a branch fits into the frame', async () => {
  const [sailor, ship] = await standing('a sailor on a ship');
  assert.ok(sailor!.feet > ship!.feet - 0.3 * ship!.edge && sailor!.edge < 0.3 * ship!.edge);
  const [koala] = await standing('a koala on a branch');
  assert.ok(koala!.feet - koala!.edge > 0, `${koala!.feet - koala!.edge}`);
});

test('a ship fits into its bottle', async () => {
  const [ship, bottle] = await standing('a ship in a glass bottle');
  const { left, right } = await outlineOf(ship!.record);
  assert.ok(ship!.edge * (right - left) <= 0.42 * bottle!.edge && ship!.rank > bottle!.rank);
});

test('flowers stand in a vase, and are broader than its neck', async () => {
  const [flowers, vase] = await standing('flowers in a vase');
  assert.equal(flowers!.carriedBy, vase);
  assert.ok(flowers!.edge > 0.4 * vase!.edge && flowers!.feet < vase!.feet - 0.45 * vase!.edge);
});

test('who drives is seen in the window and sits on no roof', async () => {
  const [farmer, tractor] = await standing('a farmer driving a tractor');
  assert.ok(farmer!.within!.top! > farmer!.within!.high);
  assert.ok(farmer!.feet - 0.92 * farmer!.edge > tractor!.feet - 0.75 * tractor!.edge);
});

test('two who sit on one bench sit side by side', async () => {
  const [man, woman, bench] = await standing('an elderly couple sitting on a bench');
  assert.deepEqual([man!.subject.vector!.id, woman!.subject.vector!.id], ['old-man', 'old-woman']);
  assert.ok(man!.carriedBy === bench && woman!.carriedBy === bench && man!.x < bench!.x && woman!.x > bench!.x);
});

test('three on a sofa sit within it', async () => {
  const actors = await standing('three friends sitting on a sofa');
  const sofa = actors.at(-1)!;
  for (const friend of actors.slice(0, 3)) assert.ok(Math.abs(friend.x - sofa.x) < 0.4 * sofa.edge);
});

test('whoever sleeps has shut eyes: people in a bed, figures with lids', async () => {
  const [girl] = await standing('a girl sleeping');
  assert.equal(girl!.subject.vector!.id, 'person-in-bed');
  const [cast] = readScene({ prompt: 'an old woman', negativePrompt: null, cfgScale: null, seed: 1 }).subjects;
  const brush = () => createBrush({ ...siteOf('a boy').brushLook, name: 'e' });
  const awake = (await vectorSubject(cast!, 'alone')).draw(brush());
  const asleep = (await vectorSubject({ ...cast!, verb: 'sleep' }, 'alone')).draw(brush());
  assert.ok(awake.includes('M57 28h3.500') && !asleep.includes('M57 28h3.500'));
});

test('a place leaves out what stands there as a subject', () => {
  const { site } = siteOf('a ferris wheel at night');
  assert.equal(unlessShown(site, /^ferris-wheel$/, 'wheel'), '');
  assert.equal(unlessShown(site, /^circus-tent$/, 'tent'), 'tent');
});

test('a mouse is small beside an elephant', async () => {
  const [mouse, elephant] = await standing('a mouse next to an elephant');
  assert.ok(mouse!.edge < 0.46 * elephant!.edge, `${mouse!.edge} beside ${elephant!.edge}`);
});
