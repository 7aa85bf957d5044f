/** Words that many people use are known in their languages, and fruit trees by their fruits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sceneOf as scene } from './support/scenes.ts';

test('a fruit tree has its fruits, and one in bloom its blossoms', () => {
  const yellow = scene('a lemon tree').subjects[0]!;
  assert.equal(yellow.own, 'fruit-tree');
  assert.ok(yellow.colour![0] > 200 && yellow.colour![2] < 100);
  assert.equal(scene('ein Apfelbaum im Garten').subjects[0]!.own, 'fruit-tree');
  assert.equal(scene('りんごの木').subjects[0]!.own, 'fruit-tree');
  assert.equal(scene('a cherry tree in full bloom').season, 'spring');
  assert.equal(scene('an oak tree').subjects[0]!.own, 'tree');
});

test('common words that the library of names lacks are known', () => {
  const known: Record<string, string> = {
    'um tucano na floresta': 'toucan',
    'un pesce': 'fish',
    'eine Blume': 'daisy',
    'une fleur': 'daisy',
    'een bij op een bloem': 'honeybee',
    'una naranja sobre una mesa': 'tangerine',
    'uma onça pintada': 'leopard',
    カピバラ: 'beaver',
    公共汽车: 'bus',
    'bocian na dachu': 'flamingo',
  };
  for (const [prompt, id] of Object.entries(known)) {
    const [first] = scene(prompt).subjects;
    assert.equal(first?.own ?? first?.vector?.id, id, prompt);
  }
});

test('common things without a drawing of their own have that of what they look like, and a fruit is not its tree', () => {
  const known: Record<string, string> = {
    'an abandoned gas station in the desert': 'fuel-pump',
    'a mountain goat': 'goat',
    'two plums': 'peach',
    'a pomegranate': 'red-apple',
    'a ruler': 'straight-ruler',
    'a fossil': 'spiral-shell',
    'a cherry red car': 'car',
    'a hyena': 'wolf',
    'a tombstone': 'headstone',
    'a quince tree': 'tree',
  };
  for (const [prompt, id] of Object.entries(known)) {
    const [first] = scene(prompt).subjects;
    assert.equal(first?.own ?? first?.vector?.id, id, prompt);
  }
  assert.deepEqual(scene('a quince').notes, ['The studio has no drawing of "quince".']);
});

const READ: [prompt: string, drawn: string, place: string][] = [
  ['three ducklings following their mother across a road', 'duck 3, duck 1', 'road'],
  ['kids having a snowball fight', 'boy 2, girl 1', 'snowfield'],
  ['a boy on a bicycle beside a windmill', 'boy 1, bicycle 1, windmill 1', 'meadow'],
  ['un homme qui lit le journal dans un café', 'person 1, newspaper 1', 'cafe'],
  ['dos niños jugando al fútbol en la calle', 'boy 1, girl 1, soccer-ball 1', 'street'],
  ['una coppia in gondola a Venezia', 'person 1, woman 1, gondola 1', 'river'],
  ['дівчинка годує лебедів на озері', 'girl 1, swan 1', 'ocean'],
  ['两只狗在海边玩球', 'dog 2, soccer-ball 1', 'coast'],
  ['富士山の前を走る新幹線', 'high-speed-train 1, mount-fuji 1', 'mountains'],
  ['ein Mädchen liest in der Bibliothek', 'girl 1', 'library'],
  ['una chica en el aeropuerto con una maleta', 'girl 1, luggage 1', 'airport'],
  ['雪の中で遊ぶ子供たち', 'boy 2, girl 1', 'park'],
  ['a bear climbing a tree to get honey', 'bear 1, tree 1, honey-pot 1, wooden-table 1', 'meadow'],
];
for (const [prompt, drawn, place] of READ)
  test(`"${prompt}" is ${drawn} in ${place}`, () => {
    const { subjects, place: where } = scene(prompt);
    assert.equal(subjects.map(({ own, vector, count }) => `${own ?? vector!.id} ${count}`).join(', '), drawn);
    assert.equal(where, place);
  });

test('who is named after the place in Japanese is there, and does what is said', () => {
  const [cat, tree] = scene('桜の木の下で猫が寝ている').subjects;
  assert.equal(cat!.verb, 'sleep');
  assert.deepEqual(cat!.relation, { kind: 'under', to: 1 });
  assert.equal(tree!.own, 'tree');
});
