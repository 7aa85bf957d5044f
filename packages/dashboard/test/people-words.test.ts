/** Browsers, waits and amounts as the settings and the operator's screens say them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@afterimage/client';
import { sentenceOf } from '../src/screens/operator/action-words.ts';
import { durationOf, momentOf, sizeOf } from '../src/screens/operator/measures.ts';
import { describeBrowser } from '../src/screens/settings/describe-browser.ts';
import { providerProblem, signInSentence } from '../src/screens/sign-in/problems.ts';
import { besideField } from '../src/ui/plain-words.ts';

test('a browser is named by its program and system', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const named: [string | null, string][] = [
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome 140 on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/139.0.0.0`, 'Edge 139 on Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox 143 on macOS'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari 18 on iOS',
    ],
    ['curl/8.5.0', 'curl 8'],
    ['my own program', 'my own program'],
    [null, 'Unknown browser'],
  ];
  for (const [userAgent, name] of named) assert.equal(describeBrowser(userAgent), name);
});

test('the moments of a chart have their date where it is longer than an hour', () => {
  const time = '2026-03-04T05:06:00Z';
  const day = new Date(time).toLocaleDateString([], { month: 'short', day: 'numeric' });
  assert.ok(momentOf(time, true).includes(day), momentOf(time, true));
  assert.ok(!momentOf(time, false).includes(day), momentOf(time, false));
  assert.match(momentOf(time, false), /06/);
});

test('amounts of time and storage keep to a few digits', () => {
  assert.deepEqual([null, 0.42, 61, 600, 90_000].map(durationOf), ['–', '0.4 s', '61 s', '10 min', '25 h']);
  assert.deepEqual([0, 999, 1_500, 76_100_000_000].map(sizeOf), ['0 B', '999 B', '1.5 kB', '76.1 GB']);
});

test('a refused sign-in is told in a sentence, with the wait where there is one', () => {
  const limited = (retryAfterSeconds: number) => new Refusal({ status: 429, message: 'no', retryAfterSeconds });
  assert.equal(signInSentence(limited(880)), 'Too many attempts. Try again in 15 minutes.');
  assert.equal(signInSentence(limited(20)), 'Too many attempts. Try again in a minute.');
  assert.equal(signInSentence(new Refusal({ status: 401, message: 'It is wrong' })), 'It is wrong.');
  assert.equal(providerProblem(''), null);
  assert.match(providerProblem('?problem=too_late')!, /too long/);
  assert.match(providerProblem('?problem=another')!, /did not work/);
});

test('what the service says of a field is said beside it without the field’s name', () => {
  const said = (field: string, rest: string) => besideField({ field, message: `${field}${rest}` });
  assert.equal(
    said('password', ' must be 10-200 characters (3 sent)'),
    'Too short: at least 10 characters, and this has 3.',
  );
  assert.equal(
    said('prompt', ' must be 1-4000 characters (4,001 sent)'),
    'Too long: at most 4,000 characters, and this has 4,001.',
  );
  assert.equal(said('url', ' must be an https URL'), 'The address must start with https.');
  assert.equal(
    said('amount', ': "abc" is not an amount in USD, such as 5 or 0.0410'),
    'Write an amount in USD, such as 5 or 0.50.',
  );
  assert.equal(
    said('amount', ': "1.00001" has more than four fractional digits'),
    'At most four digits after the point.',
  );
  assert.equal(said('amount', ' must be 1-20 characters (0 sent)'), 'Write something here.');
  assert.equal(said('current', ' is required: the password so far'), 'This is needed.');
  assert.equal(said('email', ' must be an email address'), 'This must be an email address.');
  assert.equal(said('days', ' must be an integer from 1 to 9'), 'This must be a whole number from 1 to 9.');
  assert.equal(said('url', ': The address 10.0.0.1 is not public'), 'The address 10.0.0.1 is not public.');
  assert.match(said('prompt', ' must not be white space only'), /^Write something/);
  assert.match(
    said('prompt', ' must be Unicode text without NUL and without lone surrogates'),
    /^It holds a character/,
  );
});

test('the operator’s log says whom, and of which account', () => {
  const of = { subject: 'id', subject_email: 'grace@example.com', account_email: 'ada@example.com' };
  const invited = { email: 'grace@example.com', role: 'member', account_id: 'id' };
  assert.equal(
    sentenceOf({ ...of, action: 'invite', detail: invited }),
    'Invited grace@example.com as member of ada@example.com',
  );
  assert.equal(
    sentenceOf({ ...of, account_email: null, action: 'invite', detail: { email: 'grace@example.com', role: 'owner' } }),
    'Invited grace@example.com as owner of a new account',
  );
  assert.equal(
    sentenceOf({ ...of, action: 'removeMembership', detail: { account_id: 'id' } }),
    'Took grace@example.com out of ada@example.com',
  );
  assert.equal(
    sentenceOf({ ...of, action: 'withdrawInvitation', detail: {} }),
    'Withdrew the invitation of grace@example.com',
  );
  assert.equal(
    sentenceOf({ ...of, action: 'createAccount', detail: { credit: '5.0000' } }),
    'Made the account grace@example.com with $5.00 of credit',
  );
  assert.equal(
    sentenceOf({ ...of, action: 'createKey', detail: { mode: 'sandbox' } }),
    'Made a sandbox key for grace@example.com',
  );
  assert.equal(
    sentenceOf({ ...of, action: 'makeSignInLink', detail: {} }),
    'Made a sign-in link for grace@example.com',
  );
});
