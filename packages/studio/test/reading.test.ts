/** How prompts are read: longest meaning first, heads of phrases, adjectives, relations, places, verbs and twelve languages. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PLACES } from '../src/scene/cast.ts';
import { PLACE_NAMES } from '../src/scene/place-names.ts';
import { VERB_WORDS } from '../src/scene/verbs.ts';
import { drawing, drawings, sceneOf } from './support/scenes.ts';

const LONGEST: [prompt: string, drawn: string[]][] = [
  ['a polar bear', ['=bear']],
  ['a fire truck', ['fire-engine']],
  ['a clown fish', ['=fish']],
  ['a barn owl', ['=owl']],
  ['a hot dog', ['hot-dog']],
  ['a teddy bear', ['teddy-bear']],
  ['a sea lion', ['seal']],
  ['a hot air balloon', ['=balloon']],
  ['a school bus', ['bus']],
  ['a cup of coffee', ['=coffee']],
];
for (const [prompt, drawn] of LONGEST)
  test(`the longest meaning counts: ${prompt}`, () => assert.deepEqual(drawings(prompt), drawn));

test('what is only told apart by its colour has it', () => {
  const [bear] = sceneOf('a polar bear').subjects;
  assert.ok(Math.min(...bear!.colour!) > 230, 'a polar bear is white');
});

test('the head of a phrase is the subject, and what describes it is none', () => {
  assert.deepEqual(drawings('a street market'), []);
  assert.equal(sceneOf('a street market').place, 'market');
  assert.deepEqual(drawings('a castle hall'), []);
  assert.deepEqual(drawings('a peacock spreading its feathers'), ['peacock']);
  assert.deepEqual(drawings('a camera orbiting around a hedgehog'), ['hedgehog']);
  assert.deepEqual(drawings('a hedgehog, drone shot'), ['hedgehog']);
});

test('loose tags, faces, hands, flags and symbols are no subjects', () => {
  for (const word of ['red', 'net', 'angry', 'up', 'cool', 'new', 'free', 'hand', 'smile', 'japan', 'plus'])
    assert.deepEqual(drawings(`something ${word}`), [], word);
  assert.deepEqual(drawings('a pirate flag'), ['pirate-flag'], 'unless they are asked for');
});

test('adjectives stay with their noun', () => {
  const { subjects } = sceneOf('a red bicycle beside a white horse');
  assert.deepEqual(subjects.map(drawing), ['=bicycle', '=horse']);
  const [bicycle, horse] = subjects.map(({ colour }) => colour!);
  assert.ok(bicycle![0] > bicycle![2] + 100 && Math.min(...horse!) > 200);
  assert.deepEqual(
    sceneOf('a tiny elephant and a huge mouse').subjects.map(({ scale }) => scale > 1),
    [false, true],
  );
  const [wine] = sceneOf('three hedgehogs').subjects;
  assert.equal(wine?.count, 3);
});

const RELATIONS: [prompt: string, from: string, kind: string, to: string][] = [
  ['an astronaut riding a horse', 'astronaut', 'riding', 'horse'],
  ['a squirrel holding an acorn', 'squirrel', 'holding', 'acorn'],
  ['a hedgehog beside a teapot', 'hedgehog', 'beside', 'teapot'],
  ['a hedgehog on a piano beside a teapot', 'hedgehog', 'on', 'piano'],
  ['a violin on a velvet chair', 'violin', 'on', 'chair'],
  ['a dog under an umbrella', 'dog', 'under', 'umbrella'],
  ['a hedgehog in front of a castle', 'hedgehog', 'in-front-of', 'castle'],
  ['a leopard chasing a deer', 'leopard', 'chasing', 'deer'],
  ['a banana wearing sunglasses', 'banana', 'wearing', 'sunglasses'],
];
for (const [prompt, from, kind, to] of RELATIONS) {
  test(`"${prompt}" is ${from} ${kind} ${to}`, () => {
    const { subjects } = sceneOf(prompt);
    const subject = subjects.find(({ name }) => name === from);
    assert.ok(subject?.relation, JSON.stringify(subjects.map(({ name }) => name)));
    assert.deepEqual([subject.relation.kind, subjects[subject.relation.to]!.name], [kind, to]);
  });
}

test('no second subject is dropped silently', () => {
  const five = sceneOf('a cat, a dog, a hedgehog, a teapot and a volcano');
  assert.equal(five.subjects.length, 4);
  assert.deepEqual(five.notes, ['There is no room for "volcano" beside the others.']);
  assert.deepEqual(sceneOf('a hedgehog beside a turbine').notes, ['The studio has no drawing of "turbine".']);
});

/** Each with what must be drawn, and what must be told. */
const COMPLETE: [prompt: string, drawn: string[], told: string[]][] = [
  ['a child on a swing', ['boy', 'swing-set'], []],
  ['a robot watering plants in a greenhouse', ['=robot', 'potted-plant'], []],
  ['a swan with its cygnets on a lake', ['=swan', '=swan'], ['cygnets']],
  ['a kitten and a cat', ['=cat', '=cat'], []],
  ['a pumpkin carriage pulled by white horses', ['pumpkin-carriage', '=horse'], []],
  ['a squirrel hiding nuts in a hollow tree', ['chipmunk', 'peanuts', '=tree'], ['hiding', 'hollow']],
  ['a velvet armchair next to a fireplace', ['armchair', 'fireplace'], ['velvet']],
  ['a crystal dragon above a frozen lake', ['=dragon'], ['crystal']],
  ['a broken guitar in the mud', ['=guitar'], ['broken']],
  ['a fisherman mending his net', ['fisherman'], ['mending', 'net']],
  ['a transparent umbrella in the rain', ['=umbrella'], ['transparent']],
  ['a hippo in a tutu', ['hippopotamus'], ['tutu']],
  ['a family in a park', ['=person', '=woman', 'boy'], []],
  ['a crowd in the street', ['=person', '=woman'], []],
  ['a witch flying over the sea', ['witch-on-broom'], []],
];
for (const [prompt, drawn, told] of COMPLETE) {
  test(`every thing of "${prompt}" is drawn or told`, () => {
    const { notes } = sceneOf(prompt);
    assert.deepEqual(drawings(prompt), drawn);
    for (const word of told) assert.ok(notes.join(' ').includes(`"${word}"`), `${word}: ${notes.join(' ')}`);
    if (told.length === 0) assert.deepEqual(notes, []);
  });
}

test('who has something on, in hand and beneath has all of it', () => {
  const tied = (prompt: string) => {
    const { subjects } = sceneOf(prompt);
    return subjects.map((one) =>
      one.relation === null
        ? drawing(one)
        : `${drawing(one)} ${one.relation.kind} ${drawing(subjects[one.relation.to]!)}`,
    );
  };
  assert.deepEqual(tied('a knight with a torch on a horse'), ['knight on =horse', 'torch held-by knight', '=horse']);
  assert.deepEqual(tied('a lion with a crown on a throne'), ['=lion on throne', 'crown worn-by =lion', 'throne']);
  assert.deepEqual(tied('a penguin with a scarf and a top hat'), [
    '=penguin',
    'worn-scarf worn-by =penguin',
    'top-hat worn-by =penguin',
  ]);
  assert.deepEqual(tied('a hen with three chicks'), ['rooster beside baby-chick', 'baby-chick']);
  assert.deepEqual(tied('a kitten held in a basket'), ['=cat in basket', 'basket']);
  assert.equal(sceneOf('a dog in a raincoat jumping').subjects[0]?.verb, 'jump');
  const [dressed, ...more] = sceneOf('a woman in a yellow coat').subjects;
  assert.ok(dressed!.colour![0] > 200 && dressed!.colour![2] < 100 && more.length === 0);
  const [statue] = sceneOf('a statue of a lion').subjects;
  assert.deepEqual([drawing(statue!), statue!.colour], ['=lion', [168, 166, 160]]);
});

test('an unknown kind is drawn as the nearest that is known, and the notes say so', () => {
  for (const [prompt, drawn] of [
    ['a kingfisher', '=bird'],
    ['a dachshund', '=dog'],
    ['a ballerina', 'ballet-dancer'],
    ['a salmon', '=fish'],
  ] as const)
    assert.deepEqual(drawings(prompt), [drawn], prompt);
  assert.equal(sceneOf('a kingfisher').notes.length, 1);
});

test('every place has words of its own, and there are more than forty', () => {
  const named = new Set(PLACE_NAMES.values());
  assert.ok(named.size >= 40, `${named.size}`);
  for (const place of PLACES) if (place !== 'backdrop') assert.ok(named.has(place), place);
  for (const [prompt, place] of [
    ['an old man on a wooden pier', 'pier'],
    ['a violin on a stage', 'stage'],
    ['an owl over a wheat field', 'wheat-field'],
    ['a dinosaur in a rainforest with a waterfall', 'waterfall'],
    ['a red bicycle against a brick wall', 'brick-wall'],
    ['a goat on a cliff', 'cliff'],
    ['a crocodile in a swamp', 'swamp'],
    ['an hourglass with sand', 'backdrop'],
    ['a polar bear and a penguin', 'ice-floes'],
    ['a diver', 'underwater'],
  ] as const)
    assert.equal(sceneOf(prompt).place, place, prompt);
});

test('verbs belong to who does them', () => {
  const verbs = (prompt: string) => sceneOf(prompt).subjects.map(({ verb }) => verb);
  assert.deepEqual(verbs('a volcano erupting at night'), ['erupt']);
  assert.deepEqual(verbs('firefighters in front of a burning house'), [null, 'burn']);
  assert.deepEqual(verbs('birds fly over a sleeping cat'), ['fly', 'sleep']);
  assert.deepEqual(drawings('a fly on a teapot'), ['fly', 'teapot']);
  for (const verb of 'fly run walk swim jump dance pour erupt fall spin bloom burn wave open grow drive turn'.split(
    ' ',
  ))
    assert.ok(VERB_WORDS.has(verb), verb);
});

test('who goes where is told', () => {
  const first = (prompt: string) => sceneOf(prompt).subjects[0]!;
  assert.equal(first('a horse running to the left').heading, 'left');
  assert.equal(first('a cowboy riding into the sunset').heading, 'away');
  assert.equal(first('a lion walking towards the camera').heading, 'towards');
  assert.equal(first('a horse in a meadow, camera pans to the left').heading, null);
  assert.equal(first('a knight riding away').verb, 'ride-away');
  assert.equal(first('a lion coming closer').verb, 'come-closer');
});

test('the camera pans, zooms, circles, dollies and shakes', () => {
  const { camera: still } = sceneOf('a horse in a meadow, static shot');
  for (const move of ['pan left', 'pan across', 'zoom in', 'zoom out', 'orbit shot', 'dolly in', 'camera shake'])
    assert.notDeepEqual(sceneOf(`a horse in a meadow, ${move}`).camera, still, move);
  assert.ok(sceneOf('a horse, camera shakes').camera.shake > 0);
  assert.ok(sceneOf('a horse, dolly out').camera.zoom < 1);
});

test('people at work are known by what they hold or do', () => {
  assert.deepEqual(drawings('a violinist in the street'), ['violinist']);
  assert.deepEqual(drawings('a cellist in the street'), ['=person', 'cello']);
  assert.deepEqual(drawings('a drummer in a rock band'), ['=person', 'drum', '=person', '=guitar']);
  assert.deepEqual(drawings('a trumpet player'), ['=person', 'trumpet']);
  assert.deepEqual(drawings('a woman doing yoga'), ['woman-in-lotus-position']);
  assert.deepEqual(drawings('an old man fishing'), ['old-man', 'fishing-pole']);
});

test('a name that only looks like a plural, a part of a phrase and a place keep their meaning', () => {
  assert.deepEqual(drawings('a phoenix rising from the ashes'), ['phoenix']);
  assert.deepEqual(drawings('a ladybug on a blade of grass'), ['lady-beetle', 'grass-blade']);
  assert.deepEqual(drawings('raindrops sliding down a window pane'), ['rainy-window']);
  assert.deepEqual(drawings('the pumpkin carriage'), ['pumpkin-carriage']);
  assert.equal(sceneOf('a tennis player on a clay court').place, 'tennis-court');
  assert.equal(sceneOf('fish in a river').place, 'underwater');
  assert.equal(sceneOf('fish jumping in a river').place, 'ocean');
});

test('who sits in a boat is seen, and a pair of boots are two', () => {
  assert.deepEqual(drawings('a man in a boat on a lake'), ['=person', 'rowing-boat']);
  assert.deepEqual(drawings('a sailing boat on a lake'), ['=sailboat']);
  assert.equal(sceneOf('a pair of red boots').subjects[0]?.count, 2);
  assert.equal(sceneOf('a pair of glasses').subjects[0]?.count, 1);
});

test('a mount goes where its rider goes, and what only carries somebody stays', () => {
  const [, horse] = sceneOf('a cowboy riding away on a horse at sunset').subjects;
  assert.equal(horse!.verb, 'ride-away');
  const [, table] = sceneOf('a dog running on a table').subjects;
  assert.equal(table?.verb ?? null, null);
  assert.deepEqual(drawings('a cat walking in a garden'), ['cat'], 'ours only sits');
});

test('how somebody stands is no second subject, and a festival is several', () => {
  assert.deepEqual(drawings('three meerkats standing guard'), ['meerkat']);
  assert.equal(sceneOf('a hot air balloon festival').subjects[0]?.count, 5);
  assert.deepEqual(drawings('un gato en un sofá'), ['=cat', 'couch-and-lamp']);
});

const EXPECTED: Record<string, string[]> = {
  hedgehog: ['hedgehog'],
  'bicycle and horse': ['=bicycle', '=horse'],
  volcano: ['volcano'],
  teapot: ['teapot'],
  'polar bear': ['=bear'],
};

test('the same five prompts are read alike in twelve languages', () => {
  const lines = readFileSync(new URL('./prompts/languages.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  assert.equal(new Set(lines.map((line) => line.split(' | ')[0])).size, 12);
  for (const line of lines) {
    const [language, prompt, subject] = line.split(' | ') as [string, string, string];
    assert.deepEqual(drawings(prompt).sort(), EXPECTED[subject], `${language}: ${prompt}`);
  }
});

test('what people ask for most has a word in every language, in the order of each', () => {
  const prompts: Record<string, string[]> = {
    'ein Eichhörnchen auf einem Ast im Winter': ['chipmunk', 'branch'],
    'ein Ritter vor einer Burg': ['knight', '=castle'],
    'un camion rouge sur la route': ['delivery-truck'],
    'una bailarina en el escenario': ['ballet-dancer'],
    'um cavaleiro e um dragão': ['knight', '=dragon'],
    'una strega nella foresta': ['witch'],
    'een molen aan het water bij zonsondergang': ['=windmill'],
    'czerwony traktor na polu': ['tractor'],
    'król i królowa': ['person-with-crown', 'princess'],
    'маяк у моря': ['=lighthouse'],
    'відьма та кіт': ['witch', '=cat'],
    'поїзд у горах': ['=train'],
    一只松鼠在花园里: ['chipmunk'],
    女孩在海滩上放风筝: ['girl', 'kite'],
    猫が庭で寝ている: ['curled-cat'],
    '고양이가 정원에서 자고 있다': ['=cat'],
    'ein Bäcker mit frischem Brot': ['baker', 'bread'],
    'un pinguino che scivola sul ghiaccio': ['=penguin'],
    'un pescador en su barco al amanecer': ['fisherman', 'rowing-boat'],
    '바다 위를 나는 갈매기': ['=bird'],
    'un renard roux dans la neige': ['=fox'],
    'una tortuga marina en la playa': ['=turtle'],
    'un violinista su un tetto': ['violinist'],
    'um papagaio verde num galho': ['parrot', 'branch'],
    'a yellow submarine underwater': ['submarine'],
    'an octopus under the sea': ['octopus'],
  };
  for (const [prompt, expected] of Object.entries(prompts)) assert.deepEqual(drawings(prompt), expected, prompt);
});

test('a place that is named before its thing is where that thing is', () => {
  for (const prompt of ['在树上的猫', '木の上の猫', '나무 위의 고양이']) {
    const [cat, tree] = sceneOf(prompt).subjects;
    assert.deepEqual([cat!.own, cat!.relation, tree!.own], ['cat', { kind: 'on', to: 1 }, 'tree'], prompt);
  }
});

test('somebody at something that has no word here has it in hand, and who is on a tree is not at home', () => {
  const [girl] = sceneOf('a girl shooting a basketball').subjects;
  assert.deepEqual(girl!.relation, { kind: 'holding', to: 1 });
  assert.equal(sceneOf('a tennis player hitting a ball').subjects[0]!.relation, null);
  assert.deepEqual(drawings('a polar bear and a penguin playing cards').slice(0, 2), ['=bear', '=penguin']);
  // The drawing of a detective has one.
  assert.deepEqual(drawings('a detective with a magnifying glass'), ['detective']);
  assert.deepEqual(drawings('a detective with a torch'), ['detective', 'torch']);
  assert.equal(sceneOf('a cat on a tree').place, 'meadow');
  assert.equal(sceneOf('a fisherman in a boat').place, 'ocean');
  assert.equal(sceneOf('a rainbow after the rain over green hills').title, null);
});

test('who is named by a word for several is somebody of each kind, and the young of an animal are small ones of it', () => {
  assert.deepEqual(drawings('a football team on a field'), ['football-player']);
  assert.deepEqual(drawings('an elderly couple in a park'), ['old-man', 'old-woman']);
  assert.deepEqual(drawings('a couple in a park'), ['woman-and-man-holding-hands']);
  assert.deepEqual(
    sceneOf('a polar bear with her cub').subjects.map((one) => [drawing(one), one.scale < 0.6]),
    [
      ['=bear', false],
      ['=bear', true],
    ],
  );
  assert.deepEqual(drawings('a family having a picnic in the park').at(-1), 'basket');
});

test('what belongs together is read together', () => {
  assert.deepEqual(drawings('tea with lemon in a cup'), ['teacup-without-handle', '=lemon']);
  assert.deepEqual(drawings('a woman with a bouquet of flowers'), ['=woman', 'bouquet']);
  assert.deepEqual(drawings('a boy holding a big fish'), ['boy', '=fish']);
  assert.deepEqual(drawings('a witch flying on a broom'), ['witch-on-broom']);
  assert.deepEqual(drawings('a bowl of cherries'), ['cherries', 'bowl']);
  assert.deepEqual(drawings('a bird on a branch'), ['bird', 'branch']);
  const { subjects } = sceneOf('a cat and a dog sleeping on a sofa');
  assert.deepEqual(
    subjects.slice(0, 2).map(({ verb, relation }) => [verb, relation]),
    [
      ['sleep', { kind: 'on', to: 2 }],
      ['sleep', { kind: 'on', to: 2 }],
    ],
  );
});

test('who is in a house or before a blackboard is in a room, and who skis in the snow', () => {
  assert.equal(sceneOf('a ghost in an old house').place, 'interior');
  assert.deepEqual(drawings('a ghost in an old house'), ['ghost']);
  assert.equal(sceneOf('a teacher in front of a blackboard').place, 'classroom');
  assert.equal(sceneOf('an old car in front of a diner').place, 'street');
  assert.equal(sceneOf('a skier on a mountain').season, 'winter');
  assert.deepEqual(drawings('a cat under the table'), ['=cat', 'wooden-table']);
});

test('a taxi is yellow, and what is not drawn colours no landscape', () => {
  assert.deepEqual(sceneOf('a taxi in the city').subjects[0]!.colour, [244, 194, 31]);
  const plain = sceneOf('a child in a raincoat under an umbrella').palette.ground;
  assert.deepEqual(sceneOf('een kind in een rode regenjas onder een paraplu').palette.ground, plain);
});

test('what the drawing or the place has already is drawn once', () => {
  assert.deepEqual(drawings('a king on his throne with a crown'), ['person-with-crown', 'throne']);
  assert.deepEqual(drawings('a cat looking out of a window'), ['=cat']);
  assert.deepEqual(drawings('a gardener with a watering can'), ['gardener']);
  assert.equal(sceneOf('a vampire in a castle').place, 'castle-hall');
  assert.equal(sceneOf('a tennis player on a court').place, 'tennis-court');
  assert.equal(sceneOf('a girl eating an ice cream').season, null);
  const [dog] = sceneOf('a dog with a bone in its mouth').subjects;
  assert.equal(dog!.relation!.kind, 'holding');
});

test('fruit is no colour, a plant in a pot is potted, and nobody holds a bicycle', () => {
  assert.deepEqual(drawings('oranges in a bowl'), ['tangerine', 'bowl']);
  assert.deepEqual(drawings('a plant in a pot by the window'), ['potted-plant']);
  assert.equal(sceneOf('a man fixing a bicycle').subjects[0]!.relation!.kind, 'beside');
  assert.deepEqual(drawings('a turtle on a log')[0], 'turtle');
  assert.deepEqual(drawings('девочка с красным шаром в парке'), ['girl', 'balloon']);
});

test('in Japanese the verb stands before whoever does it', () => {
  const { subjects } = sceneOf('雪の中の赤い傘を持つ女性');
  assert.deepEqual(subjects.map(drawing), ['=woman', '=umbrella']);
  assert.deepEqual(subjects[0]!.relation, { kind: 'holding', to: 1 });
  const [dog] = sceneOf('木の下で眠る犬').subjects;
  assert.deepEqual([drawing(dog!), dog!.verb, dog!.relation!.kind], ['=dog', 'sleep', 'under']);
});

test('every prompt that was written down for development shows a subject or a place', () => {
  const lines = readFileSync(new URL('./prompts/development.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const cards = lines.map((line) => line.split(' | ')[0]!).filter((prompt) => sceneOf(prompt).title !== null);
  assert.ok(cards.length <= 5, cards.join('\n'));
});
