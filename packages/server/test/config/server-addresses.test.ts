/** A database address that names several servers is read as libpq reads it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readServerAddresses, withoutPasswords } from '../../src/config/server-addresses.ts';

const urlsOf = (text: string) => readServerAddresses(text)?.map(({ url }) => url) ?? null;

const read: [text: string, urls: string[]][] = [
  ['postgres://u:p@h:5432/d?sslmode=require', ['postgres://u:p@h:5432/d?sslmode=require']],
  ['postgres://u:p@h/d?host=%2Frun%2Fpostgres', ['postgres://u:p@h/d?host=%2Frun%2Fpostgres']],
  ['postgres://u@h1,h2:5433/d', ['postgres://u@h1/d', 'postgres://u@h2:5433/d']],
  [
    'postgresql://u:a%40b@h1:1,[::1]:2/d?target_session_attrs=read-write&sslmode=require',
    ['postgresql://u:a%40b@h1:1/d?sslmode=require', 'postgresql://u:a%40b@[::1]:2/d?sslmode=require'],
  ],
  ['postgres://u@h/d?target_session_attrs=primary', ['postgres://u@h/d']],
  [
    'postgres://u@/d?host=h1,h2&port=1,2',
    ['postgres://u@localhost/d?host=h1&port=1', 'postgres://u@localhost/d?host=h2&port=2'],
  ],
];
for (const [text, urls] of read) {
  test(`${text} leads to ${urls.length}`, () => assert.deepEqual(urlsOf(text), urls));
}

const refused = [
  'mysql://u@h/d',
  'postgres://u@h',
  'postgres://u@h1,,h2/d',
  'postgres://u@h1:x,h2/d',
  'postgres://u@h1:70000/d',
  'postgres://u@h1,h2/d?target_session_attrs=standby',
  'postgres://u@h/d?host=h1,h2&port=1,2,3',
];
for (const text of refused) test(`${text} is refused`, () => assert.equal(urlsOf(text), null));

test('names for sentences hold hosts and ports alone', () => {
  const names = readServerAddresses('postgres://u:hunter2@h1,h2:5433/d')?.map(({ name }) => name);
  assert.deepEqual(names, ['h1:5432', 'h2:5433']);
});

test('passwords are masked wherever they stand', () => {
  const shown = withoutPasswords('postgres://u:hunter2@h1:1,h2/d?password=hunter2&sslpassword=hunter2&sslmode=require');
  assert.equal(shown, 'postgres://u:***@h1:1,h2/d?password=***&sslpassword=***&sslmode=require');
});
