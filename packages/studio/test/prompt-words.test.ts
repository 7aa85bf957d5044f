/** Which words count: negative prompts, cfg_scale, seeds, other languages, and subjects the studio cannot draw. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paintPrompt } from '../src/paint/prompt-picture.ts';
import { createPicture } from '../src/picture/picture.ts';
import { readScene } from '../src/scene/scene.ts';
import { KINDS, subjectOf } from '../src/subjects/index.ts';
import { brightDiscs, detail, draw, redPercent, SIZE, upper, whitePercent } from './support/drawn.ts';
import { meanDifference } from './support/studio.ts';

function scene(prompt: string, words: { negativePrompt?: string; cfgScale?: number; seed?: number } = {}) {
  return readScene({ prompt, negativePrompt: null, cfgScale: null, seed: 3, ...words });
}

async function luma(words: ReturnType<typeof scene>): Promise<Uint8Array> {
  const picture = createPicture(SIZE.width, SIZE.height);
  (await paintPrompt(words, SIZE, 'one')).paint(picture, { index: 0, share: 0.5, seconds: 1 });
  return picture.y;
}

test('every subject the studio knows is seen where it is named', async () => {
  const bare = new Map<string, Uint8Array>();
  for (const kind of KINDS) {
    const room = scene(`a ${subjectOf(kind).words.en.split(' ')[0]} in a room, static shot`);
    assert.equal(room.subjects[0]?.own, kind);
    // None of it, but the table it would stand on: what changes then is the subject itself.
    const footing = subjectOf(kind).footing;
    const empty = bare.get(footing) ?? (await luma({ ...room, subjects: [{ ...room.subjects[0]!, count: 0 }] }));
    bare.set(footing, empty);
    const shown = await luma(room);
    const changed = shown.filter((tone, at) => Math.abs(tone - empty[at]!) > 6).length / shown.length;
    assert.ok(changed > 0.01, `${kind}: ${changed}`);
  }
});

test('a negative prompt takes a subject away, whatever word it uses for it', async () => {
  const without = redPercent(await draw('a red car on a road', { negativePrompt: 'car' }));
  assert.ok(redPercent(await draw('a red car on a road')) > without + 0.7, `${without}`);
  assert.deepEqual(scene('a red taxi on a road', { negativePrompt: 'cars' }).subjects, []);
});

test('a negative prompt takes sun, moon, clouds and stars out of the sky', async () => {
  const discs = brightDiscs(200, 5);
  const moonless = { negativePrompt: 'moon' };
  assert.equal(discs(upper(await draw('the desert at night', moonless))), 0);
  assert.equal(discs(upper(await draw('the desert at night'))), 1);
  const starless = upper(await draw('the desert at night', { negativePrompt: 'stars' }));
  assert.ok(detail(upper(await draw('the desert at night'))) > detail(starless) + 0.1);
  const cloudless = upper(await draw('a meadow at noon', { negativePrompt: 'clouds, sun' }));
  assert.ok(whitePercent(upper(await draw('a meadow at noon'))) > whitePercent(cloudless) + 0.5);
});

test('a negative prompt takes a colour away', async () => {
  const plain = redPercent(await draw('a red meadow'));
  assert.ok(plain > redPercent(await draw('a red meadow', { negativePrompt: 'red' })) + 10, `${plain}`);
});

test('a strict cfg_scale draws what was named and nothing else, a free one takes liberties', () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
  const strict = seeds.map((seed) => scene('a horse on a beach', { cfgScale: 1, seed }));
  assert.ok(strict.every(({ subjects, daytime }) => subjects.length === 1 && daytime === 'noon'));
  const free = seeds.map((seed) => scene('a horse on a beach', { cfgScale: 0, seed }));
  assert.ok(
    free.every(({ subjects }) => subjects[0]!.own === 'horse'),
    'what was named stays',
  );
  assert.ok(free.every(({ daytime }) => daytime !== 'noon'));
  assert.ok(free.filter(({ subjects }) => subjects.length > 1).length >= 4);
  const said = scene('a horse on a beach at night', { cfgScale: 0 });
  assert.equal(said.daytime, 'night', 'what was said is never changed');
});

test('pictures of a free cfg_scale differ more from seed to seed than those of a strict one', async () => {
  const spread = async (cfgScale: number) => {
    const pictures = await Promise.all([1, 2, 3].map((seed) => draw('a meadow', { cfgScale, seed })));
    return meanDifference(pictures[0]!, pictures[1]!) + meanDifference(pictures[1]!, pictures[2]!);
  };
  const [free, strict] = [await spread(0), await spread(1)];
  assert.ok(free > strict * 1.3, `${free} against ${strict}`);
});

test('a strict cfg_scale brings a named colour closer and a subject nearer than a free one', async () => {
  const red = async (cfgScale: number) => redPercent(await draw('red mountains at noon', { cfgScale }));
  assert.ok((await red(1)) > (await red(0)) + 5);
  const balloon = async (cfgScale: number) => redPercent(await draw('a red balloon over a lake at noon', { cfgScale }));
  assert.ok((await balloon(1)) > (await balloon(0)) * 1.1);
});

test('another seed is visibly another picture, the same seed the same one', async () => {
  for (const prompt of ['mountains at dawn', 'a horse in a meadow', 'a city at night', 'a teapot', 'space', 'a rose']) {
    const one = await draw(prompt, { seed: 1 });
    const again = await draw(prompt, { seed: 1, negativePrompt: null });
    assert.equal(meanDifference(one, again), 0, prompt);
    const other = meanDifference(one, await draw(prompt, { seed: 2 }));
    assert.ok(other > 4, `${prompt}: ${other}`);
  }
});

const FOREIGN = [
  'ein Gedicht an die Zukunft',
  '祖母への手紙',
  'старый договор',
  'صباح جميل',
  'una promesa a mi patria',
  'qwertz',
  '!!!',
];

test('other languages and unknown words become an emblem of their own', async () => {
  const pictures: Uint8Array[] = [];
  for (const prompt of FOREIGN) {
    assert.equal(scene(prompt).setting, null, prompt);
    pictures.push(await draw(prompt));
  }
  for (const [index, one] of pictures.entries()) {
    for (const other of pictures.slice(index + 1)) assert.ok(meanDifference(one, other) > 8, `${FOREIGN[index]}`);
  }
});

test('common words of other languages are drawn', () => {
  const dog = scene('un perro corriendo en la playa');
  assert.deepEqual([dog.subjects[0]?.own, dog.setting, dog.pace, dog.title], ['dog', 'coast', 'run', null]);
  const cat = scene('un chat noir dans la neige');
  assert.deepEqual([cat.subjects[0]?.own, cat.subjects[0]?.colour !== null, cat.style], ['cat', true, null]);
  assert.equal(scene('eine rote Rose auf dem Tisch').setting, 'interior');
  assert.deepEqual(
    [scene('森の熊猫').setting, scene('森の熊猫').subjects.map(({ own }) => own)],
    ['forest', ['panda']],
  );
  const chat = scene('a chat between friends').subjects.map(({ own }) => own);
  assert.ok(!chat.includes('cat'), 'an English word stays English');
});

test('what is not drawn is told in the notes and not on the picture', () => {
  const guitar = scene('a guitar beside a turbine on a stage');
  assert.deepEqual([guitar.subjects.map(({ name }) => name), guitar.title], [['guitar'], null]);
  assert.deepEqual(guitar.notes, ['The studio has no drawing of "turbine".']);
  assert.deepEqual(scene('a dog running happily').notes, []);
  assert.deepEqual(scene('a shiny horse in a meadow').notes, []);
  assert.deepEqual(scene('a kingfisher').notes, ['"kingfisher" is drawn as what it is a kind of: bird.']);
  assert.equal(scene('a bowl of borscht').title, 'borscht');
});

test('who rides sits on the other, where the other lives', async () => {
  const ride = scene('an astronaut riding a horse');
  assert.deepEqual([ride.deed, ride.setting], ['riding', 'meadow']);
  assert.deepEqual([scene('a lion on a rock').deed, scene('a corgi surfing').setting], ['perched', 'ocean']);
  const ankles = async (prompt: string) =>
    whitePercent((await draw(prompt)).subarray(SIZE.width * 3 * 72, SIZE.width * 3 * 80));
  const [riding, beside] = [
    await ankles('an astronaut riding a horse in a room'),
    await ankles('an astronaut and a horse in a room'),
  ];
  assert.ok(beside > riding + 0.5, `white ankles: ${riding} riding, ${beside} beside`);
});

test('a prompt in another language is written as it was, small words too', () => {
  assert.equal(scene('ein Gedicht an die Gerechtigkeit').title, 'ein Gedicht an die Gerechtigkeit');
});

test('what a prompt is about is written where it has no drawing, whatever is drawn beside it', async () => {
  assert.equal(scene('a samovar over the mountains').title, 'samovar');
  assert.equal(scene('a samovar beside a castle').title, 'samovar');
  assert.equal(scene('a mantis on a leaf').title, 'mantis');
  assert.equal(scene('a wind turbine in a field of sunflowers').title, 'turbine');
  for (const prompt of [
    'a castle beside a samovar',
    'a 3d render of a robot',
    'a fantasy illustration of a castle',
    'a low poly fox',
    'hyperrealism, a dog on a beach',
  ])
    assert.equal(scene(prompt).title, null, prompt);
  assert.equal(scene('a shiny horse in a meadow').title, null);
  const [samovar, wizard] = [await draw('a samovar over the mountains'), await draw('a wizard over the mountains')];
  const letters = whitePercent(samovar.subarray(SIZE.width * 3 * 55));
  assert.ok(letters > 1, `light letters: ${letters}`);
  assert.ok(meanDifference(samovar, wizard) > 3);
});
