/** What a terminal is sent of what others wrote: it shows controls, and obeys none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { checkLines, facts, jsonLine, table, visibleLines } from '../src/output.ts';

const evil = 'evil\n\u001b[31mred\u0007\u009b2J';
const shown = 'evil\\x0a\\x1b[31mred\\x07\\x9b2J';

test('a cell of a table, a fact and the detail of a check hold no controls', () => {
  assert.equal(stripVTControlCharacters(table(['NAME', 'ID'], [[evil, '1']])).split('\n')[1], `${shown}  1`);
  assert.equal(stripVTControlCharacters(facts([['name', evil]])), `  name  ${shown}`);
  const [first, second, ...more] = checkLines([{ name: 'box', ok: false, detail: evil }]).split('\n');
  assert.match(stripVTControlCharacters(first!), /^ {2}✗ box +evil$/);
  assert.deepEqual([second, more], [shown.slice(8), []]);
});

test('a sentence keeps its lines and nothing else', () => {
  assert.equal(visibleLines(evil), `evil\n${shown.slice(8)}`);
});

test('JSON holds none either, and reads the same', () => {
  const line = jsonLine({ name: evil });
  assert.doesNotMatch(line, /\p{Cc}/u);
  assert.deepEqual(JSON.parse(line), { name: evil });
});
