/** Words that mean something else beside their neighbours are read as what is meant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readScene } from '../src/scene/scene.ts';

const READ: [prompt: string, picture: string][] = [
  ['a submarine under the ice', '1 submarine, underwater'],
  ['a traffic jam in the rain', '4 cars, road'],
  ['heavy traffic in a city at night', '4 cars, city'],
  ['a cup of espresso on a saucer', '1 espresso, 1 plate, backdrop'],
  ['a flying saucer over a field', '1 flying saucer, meadow'],
];

for (const [prompt, picture] of READ)
  test(`"${prompt}" is ${picture}`, () => {
    const { subjects, setting, notes } = readScene({ prompt, negativePrompt: null, cfgScale: null, seed: 1 });
    assert.equal([...subjects.map(({ count, name }) => `${count} ${name}`), setting].join(', '), picture);
    assert.deepEqual(notes, []);
  });
