/** What a prompt itself excludes is not drawn; whatever does not plainly exclude is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sceneOf } from './support/scenes.ts';

function drawn(prompt: string): string[] {
  return sceneOf(prompt).subjects.map(({ own, vector }) => own ?? vector!.id);
}

const EXCLUDED: [prompt: string, drawn: string[]][] = [
  ['a park without cats', []],
  ['no cats, only dogs, in a park', ['dog']],
  ['a meadow with no trees and no cows', []],
  ['a beach, no people', []],
  ['not a cat but a dog', ['dog']],
  ['a park without cats and dogs', []],
  ['no people, cars or dogs in a street', []],
  ['a forest without a single tree', []],
  ['a man on a beach, no other people', ['person']],
  ['a cat in a castle without a statue of a lion', ['cat']],
  ['a sofa without a cat on it', ['couch-and-lamp']],
  ['ein Park ohne Katzen', []],
  ['keine Katzen, nur Hunde, in einem Park', ['dog']],
  ['nicht eine Katze, sondern ein Hund', ['dog']],
  ['une prairie sans arbres ni vaches', []],
  ['pas de chats dans un parc', []],
  ['un parque sin gatos', []],
  ['no hay gatos en el parque', []],
  ['una spiaggia senza persone', []],
  ['uma praia sem pessoas', []],
  ['een park zonder kat', []],
  ['park bez kotów', []],
  ['парк без кошек', []],
  ['парк без котів', []],
];
for (const [prompt, shown] of EXCLUDED)
  test(`"${prompt}" shows ${shown.join(' and ') || 'nobody'}, and has nothing of it to tell`, () => {
    const { notes } = sceneOf(prompt);
    assert.deepEqual(drawn(prompt), shown);
    const unread = notes.filter((note) => !/"(nur|sondern)"/.test(note));
    assert.deepEqual(unread, []);
  });

const KEPT: [prompt: string, drawn: string[]][] = [
  ['nothing but a cat', ['cat']],
  ['not only a cat but also a dog', ['cat', 'dog']],
  ['no less than three cats', ['cat']],
  ['this is no ordinary cat', ['cat']],
  ['never without a cat', ['cat']],
  ['a cat, with or without a dog', ['cat', 'dog']],
  ['no cats, dogs', ['dog']],
  ['a beach with no people and palm trees', ['palm']],
  ['a man with a hat and a dog without a hat', ['person', 'dog', 'top-hat']],
  ['um barco no mar', ['sailboat']],
  ['un perro que no duerme', ['dog']],
];
for (const [prompt, shown] of KEPT)
  test(`"${prompt}" shows ${shown.join(' and ')}`, () => assert.deepEqual(drawn(prompt).toSorted(), shown.toSorted()));

test('weather, places and what hangs in the sky are excluded, too', () => {
  assert.equal(sceneOf('a mountain village without snow').weather, 'clear');
  assert.equal(sceneOf('not a cloud in the sky').sky.cloudless, true);
  assert.equal(sceneOf('a desert at night without stars').sky.starless, true);
  assert.equal(sceneOf('a cat and no beach').place, 'interior');
  assert.equal(sceneOf('snow without end').weather, 'snow');
});
