/** Nothing that is asked for is lost in silence: every noun of a prompt is drawn, shown by the place, or told in the notes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PROMPTS } from '../../../scripts/gallery/prompts.ts';
import { createRandom } from '../src/picture/random.ts';
import { kindOf, namedBy } from '../src/scene/lexicon.ts';
import { kinOf } from '../src/scene/place-kin.ts';
import { PLACE_NAMES } from '../src/scene/place-names.ts';
import type { Scene } from '../src/scene/scene.ts';
import { tokensOf } from '../src/scene/tokens.ts';
import { readWords } from '../src/scene/words.ts';
import { sceneOf } from './support/scenes.ts';
import { standing } from './support/standing.ts';

/** Drawn with another thing, and so by no drawing of its own. */
const PART_OF: [whole: RegExp, part: RegExp][] = [
  [/^cake$/, /^candles?$/],
  [/^(samurai|knight|pirate|viking|gladiator)$/, /^(sword|swords|shield)$/],
  [/^witch$/, /^broom(stick)?$/],
  [/^coffee$/, /^latte$/],
  [/^(castle|sandcastle|ship|sailboat)$/, /^flags?$/],
  [
    /^(person|person-with-veil|princess|woman-dancing)$/,
    /^(suit|coat|dress|shirt|jacket|raincoat|kimono|sweater|cape)$/,
  ],
];

/** The nouns of a prompt that the picture does not stand for and nobody is told of. */
function lost(prompt: string): string[] {
  const scene = sceneOf(prompt);
  const { words, stops } = readWords(prompt);
  const told = scene.notes.join(' ');
  const names = scene.subjects.map(({ name }) => name).join(' ');
  return tokensOf(words, stops).flatMap((token, at, all) => {
    const { phrase, is } = token;
    const own = all[at - 1]?.phrase === 'its';
    if ((is.kind !== 'thing' && is.kind !== 'place') || told.includes(phrase) || names.includes(phrase)) return [];
    if (is.kind === 'place') return isPlaceShown(scene, phrase) ? [] : [phrase];
    const isPart = scene.subjects.some((subject) =>
      PART_OF.some(
        ([whole, part]) =>
          part.test(phrase) && (whole.test(subject.name) || whole.test(subject.own ?? subject.vector!.id)),
      ),
    );
    return isPart || own || (scene.title ?? '').includes(phrase) ? [] : [phrase];
  });
}

const LAKES = /^(lake|river|fjord|pond|water|waterhole|lagoon)$/;

function isPlaceShown({ place, beyond, lake }: Scene, phrase: string): boolean {
  const named = PLACE_NAMES.get(phrase)!;
  if (place === null || named === place || kinOf(named) === kinOf(place) || kinOf(named) === beyond) return true;
  if (kinOf(named) === 'ocean' && kinOf(place) === 'coast') return true;
  if (LAKES.test(phrase) && lake === 'shown') return true;
  // The ground that everything stands on.
  return /^(grass|fields?|hills?|sand)$/.test(phrase);
}

const FILES = ['development', 'final'].flatMap((file) =>
  readFileSync(new URL(`./prompts/${file}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' | ')[0]!),
);

test('of the prompts of every file each noun is drawn or told', () => {
  const silent = [...FILES, ...PROMPTS.map(({ prompt }) => prompt)].flatMap((prompt) => {
    const words = lost(prompt);
    return words.length === 0 ? [] : [`${prompt}: ${words.join(', ')}`];
  });
  assert.deepEqual(silent, []);
});

const NOUNS =
  'squirrel,dog,cat,robot,violinist,teapot,acorn,hot dog,lemonade,harmonica,turbine,lawyer,guitar,kite,umbrella,scarf,horse,bench,mailbox,stapler,pumpkin,plumber,tower,candle,bicycle,wallet,mirror,whale,piano,cake,gutter,telescope,sword,pigeon'.split(
    ',',
  );

const SENTENCES = [
  'a X stand',
  'a X cart beside a Y',
  'a X player with a Y',
  'two Xs fighting over a Y',
  'a X and a Y and a Z',
  'a X on a Y under a Z',
  'a X with a Y, and a Z behind it',
  'a X chasing a Y around a Z',
  'a X mending a Y with a Z',
  'a X Y Z',
  'a X of Y in a Z',
  'the X that a Y gave to the Z',
  'a bag of Xs near a Y',
  'a statue of a X before a Y',
  'a small X, a red Y, three Zs',
  'a X looking at a Y through a Z',
  'a hand holding a X',
  'a X for the Y from the Z',
];

test('of a thousand made-up sentences each noun is drawn or told', () => {
  const random = createRandom(17);
  const one = () => NOUNS[Math.floor(random() * NOUNS.length)]!;
  const silent = new Set<string>();
  for (let round = 0; round < 1000; round++) {
    const sentence = SENTENCES[round % SENTENCES.length]!;
    const nouns = [one(), one(), one()];
    const prompt = sentence.replace(/[XYZ]/g, (letter) => nouns['XYZ'.indexOf(letter)]!);
    const { subjects, notes, title } = sceneOf(prompt);
    const seen = [...subjects.map(({ name }) => name), ...notes, title ?? ''].join(' ');
    // Words that mean more together than alone are one drawing: a tower clock, a violinist with a violin.
    for (const noun of nouns.filter((_, at) => sentence.includes('XYZ'[at]!)))
      if (!seen.includes(noun) && !isPart(noun, subjects)) silent.add(`${prompt}: ${noun}`);
  }
  assert.deepEqual([...silent], []);
});

function isPart(noun: string, subjects: Scene['subjects']): boolean {
  if (
    subjects.some(({ name, own, vector }) =>
      PART_OF.some(([whole, part]) => (whole.test(name) || whole.test(own ?? vector!.id)) && part.test(noun)),
    )
  )
    return true;
  const meaning = namedBy(noun) ?? kindOf(noun);
  if (meaning?.kind !== 'drawable') return false;
  return subjects.some(({ own, vector }) =>
    own === null ? vector!.id === meaning.drawable.vector?.id : own === meaning.drawable.own,
  );
}

const SHOWN: [prompt: string, drawn: string[]][] = [
  ['two squirrels fighting over an acorn', ['squirrels 2', 'acorn 1']],
  ['a hot dog stand', ['stand 1', 'hot dog 3']],
  ['a lemonade stand run by two girls', ['stand 1', 'lemonade 3', 'girls 2']],
  ['a taco truck at night', ['truck 1', 'taco 1']],
  ['a dog chasing another dog', ['dog 2']],
  ['a man holding the camera', ['man 1', 'camera 1']],
  ['a floating island', ['floating island 1']],
  ['a sandcastle on the beach with a flag', ['sandcastle 1']],
  ['a castle with flags', ['castle 1']],
  ['a ship with a flag', ['ship 1']],
  ['a castle with a blue flag', ['castle 1', 'flag 1']],
  ['a flower shop', ['stall 1', 'flower 3']],
  ['an elephant painting with its trunk', ['elephant 1', 'paintbrush 1']],
  ['一只熊猫在吃竹子', ['panda 1']],
  ['パンダが竹を食べている', ['panda 1']],
  ['a dancer in a blue dress', ['dancer 1']],
  ['a snowman with a carrot nose', ['snowman 1']],
  ['a snowman with a hat and a carrot for a nose', ['snowman 1', 'hat 1']],
];
for (const [prompt, drawn] of SHOWN)
  test(`all of "${prompt}" is drawn`, () => {
    const { subjects, notes } = sceneOf(prompt);
    assert.deepEqual(
      subjects.map(({ name, count }) => `${name} ${count}`),
      drawn,
    );
    assert.deepEqual(notes, []);
  });

const TOLD: [prompt: string, word: string][] = [
  ['a harmonica player', 'harmonica'],
  ['a hand holding a rose', 'hand'],
  ['a burning forest', 'burning'],
  ['a turbine of hope', 'turbine'],
  ['a bag of potatoes', 'bag'],
  ['a bear fishing', 'fishing'],
  ['a bowl of milk', 'bowl'],
  ['a kitten drinking from a bowl of milk', 'milk'],
  ['a ballerina in a white dress', 'dress'],
  ['a kitchen in a desert near a city', 'city'],
  ['a zorp two cats', 'zorp'],
  ['老人在公园里打太极', '打太极'],
  ['ゼンマイ仕掛けの猫', 'ゼンマイ'],
  ['a grandfather telling stories by the campfire', 'storytelling'],
];
for (const [prompt, word] of TOLD)
  test(`"${word}" of "${prompt}" is told`, () => {
    const { notes } = sceneOf(prompt);
    assert.ok(notes.join(' ').includes(`"${word}"`), notes.join(' '));
  });

test('that a kind of something is drawn as any other is told, whether or not its name ends with what it is', () => {
  for (const [prompt, kind, as] of [
    ['a tandem bicycle', 'tandem bicycle', 'bicycle'],
    ['an electric guitar', 'electric guitar', 'guitar'],
    ['a kingfisher', 'kingfisher', 'bird'],
  ])
    assert.deepEqual(sceneOf(prompt!).notes, [`"${kind}" is drawn as what it is a kind of: ${as}.`]);
  for (const prompt of ['a bicycle', 'two trees', 'a polar bear', 'a palm tree'])
    assert.deepEqual(sceneOf(prompt).notes, [], prompt);
});

test('what two quarrel over lies between them', async () => {
  const [one, other, acorn] = await standing('two squirrels fighting over an acorn');
  assert.ok(Math.min(one!.x, other!.x) < acorn!.x && acorn!.x < Math.max(one!.x, other!.x));
  assert.ok(acorn!.edge < 0.6 * one!.edge, 'and is smaller than they are');
});

test('a rock that nobody can be drawn on is told', () => {
  for (const prompt of ['a seagull flying over a ship on a rock', 'a dragon on a rock', 'a fish on a stone'])
    assert.deepEqual(sceneOf(prompt).notes, ['The picture does not show "rock".'], prompt);
  for (const prompt of ['a penguin on a rock', 'a seagull on a rock', 'a bird on a big stone'])
    assert.deepEqual(sceneOf(prompt).notes, [], prompt);
});

const UNREAD = ['!!!???', '...', '★★★', '7', '2026', 'ᚠᚢᚦᚨᚱᚲ', 'สุนัข', 'हाथी', '@#$%', 'very beautiful'];
for (const prompt of UNREAD)
  test(`that nothing is drawn of "${prompt}" is told`, () => {
    assert.deepEqual(sceneOf(prompt).notes, [`The studio has no drawing of "${prompt}".`]);
  });

test('of a long prompt that names nothing the beginning is told', () => {
  assert.deepEqual(sceneOf('?'.repeat(500)).notes, [`The studio has no drawing of "${'?'.repeat(40)}…".`]);
});

test('a prompt of a colour alone has nothing to tell, and neither has an empty one', () => {
  for (const prompt of ['red', 'blue and gold', '', '  ']) assert.deepEqual(sceneOf(prompt).notes, [], prompt);
});
