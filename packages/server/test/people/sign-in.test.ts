/** The ways in: links, passwords, sign-up; what they answer, what they count, and what they leave behind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSignInToken } from '../../src/accounts/sign-in-links.ts';
import { comparePassword } from '../../src/people/passwords.ts';
import { createSignInTries } from '../../src/people/sign-in-tries.ts';
import { deleteForgottenTries } from '../../src/people/sign-in-tries-store.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import {
  anyEmail,
  cookieOf,
  fromOurPage,
  personWith,
  signInAsOperator,
  signInAsOwner,
  signInByLink,
} from '../support/people.ts';
import { startTestService } from '../support/service.ts';

const password = 'correct horse battery';

test('a sign-in link signs in once, as owner of its account; then it says that it was used', async (t) => {
  const service = await startTestService(t);
  const account = await service.account();
  const token = await service.db.transaction((tx) => createSignInToken(tx, account.id));
  const first = await signInByLink(service, token);
  const person = personWith(service, first);
  assert.deepEqual(
    [first.body['operator'], first.body['has_password'], first.body['memberships']],
    [false, false, [{ account_id: account.id, email: person.email, role: 'owner', suspended_at: null }]],
  );
  assert.equal((await person.get('/api/session')).body['id'], person.id);
  const again = await signInByLink(service, token);
  assert.deepEqual([again.status, again.body['code']], [410, 'LINK_OVER']);
  assert.match(String(again.body['detail']), /used already/);
  const unknown = await signInByLink(service, 'x'.repeat(43));
  assert.deepEqual([unknown.status, unknown.body['error']], [401, 'Unauthorized']);

  await t.test('a link that is too old says so', async () => {
    const old = await service.db.transaction((tx) => createSignInToken(tx, account.id));
    await service.db.query({ text: `update sign_in_links set expires_at = now() where used_at is null` });
    const answer = await signInByLink(service, old);
    assert.equal(answer.status, 410);
    assert.match(String(answer.body['detail']), /too old/);
  });

  await t.test('neither the token of the link nor that of the session is in the database', async () => {
    const sessionToken = person.cookie.split('=')[1]!;
    const rows = await service.db.query<{ row: string }>({
      text: `select s::text as row from sessions s union all select l::text from sign_in_links l`,
    });
    assert.ok(rows.length >= 2);
    for (const secret of [token, sessionToken, Buffer.from(sessionToken, 'base64url').toString('hex')]) {
      assert.ok(rows.every(({ row }) => !row.includes(secret)));
    }
  });
});

test('a password set after the link signs in; a wrong one and an unknown address get the same answer', async (t) => {
  const service = await startTestService(t);
  const person = await signInAsOwner(service, await service.account());
  const set = await person.ask('PUT', '/api/password', { body: { password } });
  assert.equal(set.status, 204);
  assert.equal((await person.get('/api/session')).body['has_password'], true);
  const ask = fromOurPage(service);
  const right = await ask('POST', '/api/session', { body: { email: person.email.toUpperCase(), password } });
  assert.equal(right.status, 200);
  const wrong = await ask('POST', '/api/session', { body: { email: person.email, password: `${password}!` } });
  const unknown = await ask('POST', '/api/session', { body: { email: anyEmail(), password } });
  assert.deepEqual([wrong.status, wrong.body], [401, { error: 'Unauthorized', message: 'Email or password is wrong' }]);
  assert.deepEqual([unknown.status, unknown.bytes], [wrong.status, wrong.bytes]);

  await t.test('the password is kept as Argon2id with 19 MiB, two passes and a salt of its own', async () => {
    const [row] = await service.db.query<{ password: string }>({ text: 'select password from people' });
    assert.match(row!.password, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  await t.test('an unknown address takes as long as a wrong password', async () => {
    const timed = async (email: string) => {
      const startedAt = performance.now();
      const { status } = await ask('POST', '/api/session', { body: { email, password: 'nothing like it' } });
      assert.equal(status, 401, 'one that is slowed down tells nothing');
      return performance.now() - startedAt;
    };
    const fastest = { wrong: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    // Without the hash an unknown address would take a twentieth.
    const isAlike = () => fastest.unknown > 0.3 * fastest.wrong && fastest.unknown < 3 * fastest.wrong;
    // What else the machine does evens out.
    for (let round = 0; round < 4 || (round < 8 && !isAlike()); round += 1) {
      fastest.wrong = Math.min(fastest.wrong, await timed(person.email));
      fastest.unknown = Math.min(fastest.unknown, await timed('nobody@example.com'));
    }
    assert.ok(isAlike(), JSON.stringify(fastest));
  });
});

test('whoever knows the password gets in, however many strangers have tried from elsewhere', async (t) => {
  const env = { AFTERIMAGE_ROLES: 'api', AFTERIMAGE_TRUSTED_PROXIES: '127.0.0.0/8' };
  const service = await startTestService(t, { env });
  const person = await signInAsOwner(service, await service.account());
  const other = await signInAsOwner(service, await service.account());
  for (const one of [person, other]) await one.ask('PUT', '/api/password', { body: { password } });
  const from = (address: string) => fromOurPage(service, { 'x-forwarded-for': address });
  const wrong = { email: person.email, password: 'not the password' };
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4']) {
    const tries = Array.from({ length: 6 }, () => from(address)('POST', '/api/session', { body: wrong }));
    for (const answer of await Promise.all(tries)) assert.equal(answer.status, 401);
  }
  const secondsOf = async (address: string, { email }: { email: string }) => {
    const startedAt = performance.now();
    const { status } = await from(address)('POST', '/api/session', { body: { email, password } });
    assert.equal(status, 200);
    return (performance.now() - startedAt) / 1000;
  };
  const [tried, untried] = await Promise.all([secondsOf('198.51.100.1', person), secondsOf('198.51.100.2', other)]);
  // Counted for the address alone, the twenty-fifth try would wait for fifteen seconds; what the machine takes, both take.
  assert.ok(
    tried - untried < 12,
    `and is not even made to wait: ${tried} s, and ${untried} s for one whom nobody tried`,
  );
});

test('a valid link is never refused, whatever its caller has tried before', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const account = await service.account();
  for (let count = 0; count < 40; count += 1) {
    assert.equal((await signInByLink(service, `${count}`.padEnd(43, 'x'))).status, 401);
  }
  const token = await service.db.transaction((tx) => createSignInToken(tx, account.id));
  assert.equal((await signInByLink(service, token)).status, 200);
});

test('a guesser is slowed down more and more, in whichever process, and may not ask in parallel', async (t) => {
  const { db } = await testDatabase(t);
  const pauses: number[] = [];
  const tries = createSignInTries(db, { pause: async (milliseconds) => pauses.push(milliseconds) });
  const other = createSignInTries(db, { pause: async (milliseconds) => pauses.push(milliseconds) });
  const guess = { email: 'ada@example.com', caller: '192.0.2.7' };
  for (let count = 0; count < 10; count += 1) await (count % 2 === 0 ? tries : other).begin(guess);
  assert.deepEqual(pauses, [], 'ten mistakes cost nothing');
  for (let count = 0; count < 30; count += 1) assert.deepEqual(await tries.begin(guess), { allowed: true });
  assert.deepEqual(pauses.slice(0, 4), [1_000, 2_000, 3_000, 4_000]);
  assert.equal(Math.max(...pauses), 20_000);
  pauses.length = 0;
  await tries.begin({ ...guess, caller: '192.0.2.8' });
  assert.deepEqual(pauses, [], 'another caller is not held up for the same address');
  await tries.forgive(guess);
  await tries.begin(guess);
  assert.deepEqual(
    pauses.filter((milliseconds) => milliseconds > 5_000),
    [],
    'the right password begins anew',
  );

  await t.test('of those that wait, three may ask for one address; a fourth is told when to come back', async () => {
    const releases: (() => void)[] = [];
    const held = createSignInTries(db, { pause: () => new Promise<void>((resolve) => releases.push(resolve)) });
    const busy = { email: 'grace@example.com', caller: '192.0.2.9' };
    const versions = () => db.query({ text: 'select name, xmin::text from sign_in_tries order by name' });
    for (let count = 0; count < 10; count += 1) await held.begin(busy);
    const waiting = [held.begin(busy), held.begin(busy), held.begin(busy)];
    await eventually(async () => (releases.length === 3 ? true : undefined));
    const [before, refused, after] = [await versions(), await held.begin(busy), await versions()];
    assert.deepEqual(refused, { allowed: false, retrySeconds: 20 });
    assert.deepEqual(after, before, 'and costs the disk nothing');
    for (const release of releases) release();
    assert.deepEqual(await Promise.all(waiting), [{ allowed: true }, { allowed: true }, { allowed: true }]);
  });

  await t.test('a quarter of an hour later it is forgotten', async () => {
    await db.query({
      text: `update sign_in_tries set expires_at = now(),
        tried_at = array(select at - interval '15 minutes' from unnest(tried_at) as at)`,
    });
    pauses.length = 0;
    await tries.begin(guess);
    assert.deepEqual(pauses, []);
    await deleteForgottenTries(db);
    const names = await db.query<{ name: string }>({ text: 'select name from sign_in_tries order by name' });
    assert.deepEqual(
      names.map(({ name }) => name),
      ['caller 192.0.2.7', 'pair ada@example.com 192.0.2.7'],
    );
  });
});

test('many addresses tried by one caller slow that caller down and nobody else', async (t) => {
  const { db } = await testDatabase(t);
  const pauses: number[] = [];
  const tries = createSignInTries(db, { pause: async (milliseconds) => pauses.push(milliseconds) });
  const spray = (count: number) => tries.begin({ email: `${count}@example.com`, caller: '192.0.2.7' });
  for (let count = 0; count < 30; count += 1) await spray(count);
  assert.deepEqual(pauses, []);
  for (let count = 30; count < 100; count += 1) assert.deepEqual(await spray(count), { allowed: true });
  assert.deepEqual([pauses[0], pauses.at(-1)], [100, 5_000]);
  pauses.length = 0;
  await tries.begin({ email: '1@example.com', caller: '192.0.2.8' });
  assert.deepEqual(pauses, []);
});

test('callers take turns at computing passwords, and a caller with too many is told that it is busy', async () => {
  const many = Array.from({ length: 30 }, () => comparePassword('a guess', null, 'a flood'));
  const ended: string[] = [];
  const flood = Promise.all(many.map((one) => one.then(() => ended.push('flood'))));
  const [answer] = await Promise.all([
    comparePassword('a guess', null, 'a person').finally(() => ended.push('person')),
    flood,
  ]);
  assert.equal(answer, 'wrong');
  // Two are computed at once and eight of the flood wait; the rest is refused without a computation.
  const outcomes = await Promise.all(many);
  assert.deepEqual(
    [outcomes.filter((one) => one === 'wrong').length, outcomes.filter((one) => one === 'busy').length],
    [10, 20],
  );
  const computedBefore = ended.slice(0, ended.indexOf('person')).length - 20;
  // Behind them all it would be nine or ten. Three are usual; beside other work one computation outlasts several of the other slot's.
  assert.ok(computedBefore <= 7, `${computedBefore} of the flood came first`);
});

test('changing the password asks for the one so far, unless a link just signed in, and ends other sessions', async (t) => {
  const service = await startTestService(t);
  const account = await service.account();
  const first = await signInAsOwner(service, account);
  await first.ask('PUT', '/api/password', { body: { password } });
  const ask = fromOurPage(service);
  const second = personWith(service, await ask('POST', '/api/session', { body: { email: first.email, password } }));
  const without = await second.ask('PUT', '/api/password', { body: { password: 'another password' } });
  assert.deepEqual([without.status, fieldsOf(without.body)], [400, ['current']]);
  const wrong = await second.ask('PUT', '/api/password', { body: { password: 'another password', current: 'no' } });
  assert.deepEqual([wrong.status, fieldsOf(wrong.body)], [400, ['current']]);
  const short = await second.ask('PUT', '/api/password', { body: { password: 'short', current: password } });
  assert.deepEqual([short.status, fieldsOf(short.body)], [400, ['password']]);
  const body = { password: 'another password', current: password };
  assert.equal((await second.ask('PUT', '/api/password', { body })).status, 204);
  assert.equal((await second.get('/api/session')).status, 200);
  assert.equal((await first.get('/api/session')).status, 401);
  const fresh = await signInAsOwner(service, account);
  assert.equal((await fresh.ask('PUT', '/api/password', { body: { password } })).status, 204);
  await service.db.query({ text: `update sessions set created_at = now() - interval '16 minutes'` });
  assert.equal((await fresh.ask('PUT', '/api/password', { body: { password } })).status, 400);
});

test('nobody signs up where it is closed; where it is open, one address makes one account', async (t) => {
  const closed = await startTestService(t);
  assert.equal((await closed.ask('GET', '/api/welcome')).body['sign_up'], 'closed');
  const refused = await closed.ask('POST', '/api/sign-up', { body: { email: anyEmail(), password } });
  assert.deepEqual([refused.status, refused.body['code']], [403, 'FORBIDDEN']);

  const open = await startTestService(t, { env: { AFTERIMAGE_SIGN_UP: 'open' } });
  assert.equal((await open.ask('GET', '/api/welcome')).body['sign_up'], 'open');
  const email = anyEmail();
  const made = await open.ask('POST', '/api/sign-up', { body: { email, password } });
  const person = personWith(open, made);
  assert.deepEqual([made.body['operator'], made.body['has_password']], [false, true]);
  assert.equal((made.body['memberships'] as unknown[]).length, 1);
  assert.equal((await open.ask('POST', '/api/sign-up', { body: { email, password } })).status, 409);
  assert.equal((await person.get('/api/operator/people')).status, 403);
  const [{ balance }] = (await open.db.query({ text: `select balance from accounts where id = $1` }, [
    person.accountId,
  ])) as [{ balance: number }];
  assert.equal(Number(balance), 0, 'credit is the operator’s to give');

  await t.test('an account that exists is not signed up into', async () => {
    const account = await open.account();
    const [{ email: taken }] = (await open.db.query({ text: `select email from accounts where id = $1` }, [
      account.id,
    ])) as [{ email: string }];
    assert.equal((await open.ask('POST', '/api/sign-up', { body: { email: taken, password } })).status, 409);
    const people = await open.db.query({ text: `select from people where email = $1` }, [taken]);
    assert.equal(people.length, 0);
  });

  await t.test('an invitation takes the address away from whoever signed up with it unseen', async () => {
    const operator = await signInAsOperator(open);
    const body = { email, role: 'member', account_id: operator.accountId };
    const invited = await operator.ask('POST', '/api/operator/invitations', { body });
    const invitee = personWith(open, await signInByLink(open, String(invited.body['url']).split('#')[1]!));
    assert.equal(invitee.id, person.id);
    assert.equal((await person.get('/api/session')).status, 401, 'the squatter is out');
    assert.equal((await invitee.get('/api/session')).body['has_password'], false);
  });
});

test('a request with faults hears of all of them, unknown fields included', async (t) => {
  const service = await startTestService(t);
  const ask = fromOurPage(service);
  const answer = await ask('POST', '/api/session', { body: { email: 'a', remember: true } });
  assert.deepEqual([answer.status, fieldsOf(answer.body)], [400, ['email', 'password', 'remember']]);
  const list = await ask('POST', '/api/session', { body: [] });
  assert.deepEqual([list.status, fieldsOf(list.body)], [400, ['body']]);
  assert.equal((await ask('POST', '/api/session', { body: '{' })).status, 400);
  const large = await ask('POST', '/api/session', { body: { email: 'a@b', password: 'x'.repeat(70_000) } });
  assert.deepEqual([large.status, large.body['code']], [413, 'BODY_TOO_LARGE']);
  const form = await ask('POST', '/api/session', { body: 'email=a', headers: { 'content-type': 'text/plain' } });
  assert.equal(form.status, 415);
  const person = await signInAsOwner(service, await service.account());
  const query = await person.get('/api/sessions?colour=red');
  assert.deepEqual([query.status, fieldsOf(query.body)], [400, ['colour']]);
  assert.equal(query.headers['cache-control'], 'no-store');
  assert.equal(cookieOf(query), '');
});

const fieldsOf = (body: Record<string, unknown>) => (body['errors'] as { field: string }[]).map(({ field }) => field);
