/** Words that many people use are known in their languages, and fruit trees by their fruits. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sceneOf as scene } from './support/standing.ts';

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
