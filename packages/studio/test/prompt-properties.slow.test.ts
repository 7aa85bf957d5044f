/** Pixels prove what prompts ask for: hours, weathers, seasons, colours, counts, styles and places, one line each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  blackPercent,
  blueness,
  bluePercent,
  brightDiscs,
  detail,
  draw,
  greenPercent,
  light,
  lower,
  percent,
  redness,
  redPercent,
  tintedPercent,
  upper,
  vividPercent,
  whitePercent,
  yellowPercent,
} from './support/drawn.ts';

type Measure = (rgb: Uint8Array) => number;

const within =
  (part: (rgb: Uint8Array) => Uint8Array, measure: Measure): Measure =>
  (rgb) =>
    measure(part(rgb));

const grey = percent((red, green, blue) => Math.max(red, green, blue) - Math.min(red, green, blue) < 30);

const auroraPercent = percent((red, green, blue) => green > 70 && green > 1.5 * red && green > 0.8 * blue);
const flamePercent = percent((red, green, blue) => red > 235 && green > 140 && blue < 210 && red > blue + 35);
const colourfulPercent = percent((red, green, blue) => Math.max(red, green, blue) - Math.min(red, green, blue) > 45);

/** The first prompt has more of the measure than the second, by at least so much. */
const MORE: [guarantee: string, measure: Measure, more: string, less: string, by: number][] = [
  ['a noon is brighter than a night at sea', light, 'ocean at noon', 'ocean at night', 40],
  ['a noon is brighter than a night in a city', light, 'city at noon', 'city at night', 40],
  ['a noon is brighter than a night in the desert', light, 'desert at noon', 'desert at night', 40],
  ['a noon is brighter than a night in a forest', light, 'forest at noon', 'forest at night', 40],
  ['a room is darker at night', light, 'a room at noon', 'a room at night', 40],
  ['dusk is darker than noon', light, 'a meadow at noon', 'a meadow at dusk', 25],
  ['a sunset reddens the sky', within(upper, redness), 'ocean at sunset', 'ocean at noon', 40],
  ['dawn warms the mountains', redness, 'mountains at dawn', 'mountains at noon', 15],
  ['a storm is darker than clear weather', light, 'the sea on a clear day', 'the sea in a storm', 20],
  ['fog is grey', grey, 'a foggy forest at noon', 'a forest at noon', 8],
  ['clouds take the blue out of a sky', within(upper, blueness), 'a meadow', 'a cloudy meadow', 15],
  ['snow is whiter than summer', within(lower, whitePercent), 'a snowy meadow', 'a meadow in summer', 3],
  [
    'a winter forest is lighter than a summer one',
    within(lower, light),
    'a forest in winter',
    'a forest in summer',
    25,
  ],
  ['autumn is redder than spring', within(lower, redness), 'a meadow in autumn', 'a meadow in spring', 15],
  ['red roses are red', redPercent, 'red roses on a white background', 'white roses on a white background', 5],
  ['a lemon is yellow', yellowPercent, 'a lemon on a white background', 'an apple on a white background', 3],
  ['a red car is red', redPercent, 'a red car on a road', 'a blue car on a road', 0.8],
  ['a blue car is blue', within(lower, bluePercent), 'a blue car on a road', 'a red car on a road', 2],
  ['a black cat is black', within(lower, blackPercent), 'a black cat in a room', 'a white cat in a room', 2],
  [
    'a green dragon is green',
    within(upper, greenPercent),
    'a green dragon over the sea',
    'a red dragon over the sea',
    3,
  ],
  ['an orange tent is orange', yellowPercent, 'an orange tent in the mountains', 'a blue tent in the mountains', 0.5],
  [
    'three red balloons are redder than one',
    redPercent,
    'three red balloons over the sea',
    'a red balloon over the sea',
    0.3,
  ],
  ['sunflowers are a whole field of yellow', yellowPercent, 'sunflowers in a meadow', 'a sunflower in a meadow', 4],
  ['a red sky is red', within(upper, redness), 'a red sky over the ocean', 'the ocean', 60],
  ['a red sky leaves the sea its colour', within(lower, blueness), 'a red sky over the ocean', 'a red ocean', 20],
  [
    'a green meadow leaves the sky its blue',
    within(upper, blueness),
    'a green meadow',
    'a green sky over a meadow',
    20,
  ],
  ['a black background is dark', blackPercent, 'a watch on a black background', 'a watch on a white background', 10],
  ['a white background is white', whitePercent, 'a watch on a white background', 'a watch on a black background', 15],
  [
    'the northern lights are green',
    within(upper, auroraPercent),
    'the northern lights over mountains',
    'mountains at night',
    8,
  ],
  [
    'a rainbow is colourful',
    within(upper, colourfulPercent),
    'a rainbow in a cloudy sky over a meadow',
    'a cloudy sky over a meadow',
    1,
  ],
  [
    'stars are many small lights',
    within(upper, detail),
    'the desert at night under the stars',
    'the desert at night',
    0.3,
  ],
  ['a lighthouse shines at night', within(upper, light), 'a lighthouse on a coast at night', 'a coast at night', 3],
  ['neon is more vivid than plain', vividPercent, 'a rocket in space, neon', 'a rocket in space', 5],
  ['vintage is warmer than plain', redness, 'a horse in a meadow, vintage', 'a horse in a meadow', 20],
  ['a sketch is whiter than the picture', whitePercent, 'a horse in a meadow, sketch', 'a horse in a meadow', 15],
  ['watercolour leaves paper at the rim', whitePercent, 'a horse in a meadow, watercolour', 'a horse in a meadow', 8],
  ['film has black bars', blackPercent, 'a horse in a meadow, film', 'a horse in a meadow', 15],
  ['oil has brushstrokes', detail, 'a horse in a meadow, oil painting', 'a horse in a meadow', 1],
  ['the sea from below is bluer than a meadow', blueness, 'underwater', 'a meadow', 25],
  ['space is darker than a day', light, 'a meadow at noon', 'space', 40],
  ['a desert road lies in sand', within(lower, redness), 'a road in the desert', 'a road', 8],
  ['a lake in a meadow is blue', blueness, 'a meadow with a lake', 'a meadow', 3],
  [
    'mountains behind a meadow take room from the sky',
    within(upper, grey),
    'a meadow with mountains behind',
    'a meadow',
    5,
  ],
  [
    'a city behind the sea shows its lights',
    within(upper, detail),
    'the sea and a city at night',
    'the sea at night',
    0.3,
  ],
  ['a candle burns', flamePercent, 'a candle in a room at night', 'a bottle in a room at night', 0.05],
];

for (const [guarantee, measure, more, less, by] of MORE) {
  test(`${guarantee}: "${more}" against "${less}"`, async () => {
    const [one, other] = [measure(await draw(more)), measure(await draw(less))];
    assert.ok(one > other + by, `${one.toFixed(2)} against ${other.toFixed(2)}`);
  });
}

const discs = within(upper, brightDiscs(200, 5));

for (const [prompt, count] of [
  ['a moon over the desert', 1],
  ['two moons over the desert', 2],
  ['three moons over the desert', 3],
] as const) {
  test(`"${prompt}" shows ${count} bright discs`, async () => {
    assert.equal(discs(await draw(prompt)), count);
  });
}

test('a noir picture has no colour left', async () => {
  assert.equal(tintedPercent(await draw('a rainbow over a meadow, noir')), 0);
});

test('pixel art is made of blocks', async () => {
  const same = (rgb: Uint8Array) => {
    let found = 0;
    for (let at = 0; at + 3 < rgb.length; at += 3) if (rgb[at + 1] === rgb[at + 4]) found++;
    return (3 * found) / rgb.length;
  };
  assert.ok(same(await draw('a horse in a meadow, pixel art')) > same(await draw('a horse in a meadow')) + 0.15);
});
