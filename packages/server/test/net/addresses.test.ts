/** The address gate: what is refused in any spelling, what stays reachable, what the operator's list opens. */
import assert from 'node:assert/strict';
import { BlockList, isIP } from 'node:net';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import {
  type AddressGate,
  createAddressGate,
  createAddressSet,
  literalAddress,
  networkOf,
  readCidr,
  refusedIPv4,
  refusedLiteral,
} from '../../src/net/addresses.ts';
import { blockList, ConnectFault, createCheckedConnect } from '../../src/net/checked-connect.ts';
import { createSafeFetch } from '../../src/net/safe-fetch.ts';
import { type Canary, startCanary } from './support/canary.ts';
import { publicAddresses, refusedLiterals } from './support/refused-hosts.ts';
import { dotted, spellings } from './support/spellings.ts';

const order = { bytesMax: 1_000, connectSeconds: 2, totalSeconds: 2, redirectsMax: 3, into: 'memory' } as const;
const nobody = () => [];

let canary: Canary;
before(async () => {
  canary = await startCanary();
});
after(() => canary.close());

test('the canary is where private addresses lead when nothing guards them', async () => {
  const open = createSafeFetch({ allow: ['127.0.0.0/8', '::1/128'] });
  for (const host of ['127.0.0.1', '127.9.8.7', '[::1]']) {
    const fetched = await open.get(`http://${host}:${canary.port}/`, order);
    assert.equal(fetched.ok, true, host);
  }
  assert.equal(canary.hits(), 3);
});

test('150 and more spellings of private addresses are refused and never reached', async () => {
  assert.ok(new Set(refusedLiterals).size >= 150, `only ${refusedLiterals.length}`);
  const hitsBefore = canary.hits();
  const fetch = createSafeFetch({ allow: [] });
  for (const host of refusedLiterals) {
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://${host}:${canary.port}/`;
      const fetched = await fetch.get(url, order);
      assert.deepEqual([host, !fetched.ok && fetched.why], [host, 'refused_address']);
      const posted = await fetch.post(url, {
        headers: {},
        body: '',
        connectSeconds: 2,
        totalSeconds: 2,
        answerBytesKept: 9,
      });
      assert.deepEqual([host, !posted.answered && posted.why], [host, 'refused_address']);
      assert.match(refusedLiteral(url, []) ?? `${host} accepted`, /is not public/);
    }
  }
  assert.equal(canary.hits(), hitsBefore);
});

test('generated spellings of addresses in refused ranges are refused and never reached', async () => {
  const hitsBefore = canary.hits();
  const fetch = createSafeFetch({ allow: [] });
  await fc.assert(
    fc.asyncProperty(refusedIPv4Number(), fc.constantFrom(...spellings), async (address, spell) => {
      const host = spell(address);
      const fetched = await fetch.get(`http://${host}:${canary.port}/`, order);
      assert.deepEqual([host, !fetched.ok && fetched.why], [host, 'refused_address']);
      assert.notEqual(refusedLiteral(`https://${host}/`, []), null);
    }),
    { numRuns: 1_500 },
  );
  assert.equal(canary.hits(), hitsBefore);
});

test('the gate agrees with an independent block list on any IPv4 address, mapped ones too', () => {
  const oracle = new BlockList();
  for (const range of refusedIPv4) oracle.addSubnet(range.split('/')[0]!, Number(range.split('/')[1]), 'ipv4');
  const gate = createAddressGate([], nobody);
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: 0, max: 0xffffffff }), refusedIPv4Number()), (number) => {
      const address = dotted(number);
      const expected = oracle.check(address, 'ipv4') ? 'refused' : 'public';
      assert.equal(gate.verdict(address), expected);
      assert.equal(gate.verdict(`::ffff:${address}`), expected);
    }),
    { numRuns: 10_000 },
  );
});

test('every IPv6 address outside 2000::/3 is refused', () => {
  const gate = createAddressGate([], nobody);
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      if (address.startsWith('::ffff:') || isIP(address) === 0) return;
      const first = Number.parseInt(address.startsWith(':') ? '0' : address, 16);
      if (first < 0x2000 || first > 0x3fff) assert.equal(gate.verdict(address), 'refused');
    }),
    { numRuns: 5_000 },
  );
});

test('public addresses next to the refused ranges pass, and those of this machine do not', () => {
  const gate = createAddressGate([], nobody);
  for (const address of publicAddresses) assert.deepEqual([address, gate.verdict(address)], [address, 'public']);
  const ours = createAddressGate([], () => ['8.8.8.8', '2606:4700::1']);
  assert.equal(ours.verdict('8.8.8.8'), 'refused');
  assert.equal(ours.verdict('::ffff:8.8.8.8'), 'refused');
  assert.equal(ours.verdict('2606:4700:0:0:0:0:0:1'), 'refused');
  assert.equal(ours.verdict('8.8.8.9'), 'public');
});

test('the block list that Node holds at connecting refuses the same literals and lets the public ones through', () => {
  for (const host of refusedLiterals) {
    const literal = literalAddress(new URL(`http://${host}/`))!;
    // Only what lies outside 2000::/3 in no registered range is left to the gate alone.
    if (/^(4000|8000|1fff|e000)::1$/.test(literal)) continue;
    assert.equal(blockList.check(literal, isIP(literal) === 4 ? 'ipv4' : 'ipv6'), true, host);
  }
  for (const address of publicAddresses) {
    assert.equal(blockList.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'), false, address);
  }
});

test('should the gate ever be passed by, the connection itself is refused', async () => {
  const hitsBefore = canary.hits();
  const open: AddressGate = { verdict: () => 'public' };
  for (const [hostname, address] of [
    ['127.0.0.1', ''],
    ['::1', ''],
    ['inside.test', '127.0.0.1'],
    ['inside.test', '::1'],
  ] as const) {
    const connect = createCheckedConnect({
      gate: open,
      resolve: async () => [{ address, family: isIP(address) }],
      connectSeconds: 2,
      signal: new AbortController().signal,
    });
    const fault = await new Promise((resolve) => {
      connect({ hostname, protocol: 'http:', port: String(canary.port) }, (...outcome) => resolve(outcome[0]));
    });
    assert.equal(fault instanceof ConnectFault && fault.kind, 'refused_address', hostname);
  }
  assert.equal(canary.hits(), hitsBefore);
});

test('what is not an address is refused', () => {
  const gate = createAddressGate(['0.0.0.0/0', '::/0'], nobody);
  for (const text of ['', 'localhost', '127.1', '0x7f000001', 'fe80::1%lo', '8.8.8.8 ', '1.2.3.4.5', '::g']) {
    assert.equal(gate.verdict(text), 'refused', text);
  }
});

test('the operator list opens exactly the ranges it names', () => {
  const gate = createAddressGate(['10.1.0.0/16', ' 192.168.7.9 ', 'fd00:1::/32'], nobody);
  for (const address of ['10.1.0.0', '10.1.255.255', '::ffff:10.1.2.3', '192.168.7.9', 'fd00:1::1']) {
    assert.deepEqual([address, gate.verdict(address)], [address, 'allowed']);
  }
  for (const address of ['10.0.255.255', '10.2.0.0', '192.168.7.8', '192.168.7.10', '127.0.0.1', '::1', 'fd00:2::1']) {
    assert.deepEqual([address, gate.verdict(address)], [address, 'refused']);
  }
  assert.equal(createAddressGate(['::/0'], nobody).verdict('10.0.0.1'), 'refused');
  assert.equal(createAddressGate(['::/0'], nobody).verdict('::ffff:10.0.0.1'), 'refused');
  assert.equal(createAddressGate(['0.0.0.0/0'], nobody).verdict('::1'), 'refused');
});

test('an entry of the operator list that is no range stops the start', () => {
  for (const text of [
    '',
    'x',
    '10.1',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::/129',
    '10.0.0.0/-1',
    'fe80::%lo/64',
  ]) {
    assert.equal(readCidr(text), null, text);
    assert.throws(() => createAddressGate([text]), TypeError);
  }
});

test('a callback address is judged at submission only where it is literal', () => {
  for (const host of ['localhost', 'LOCALHOST', 'localhost.', 'x.localhost', 'a.b.localhost.']) {
    assert.match(refusedLiteral(`https://${host}/hook`, []) ?? '', /is not public/, host);
  }
  assert.equal(refusedLiteral('https://localhost:9/hook', ['127.0.0.0/8']), null);
  assert.equal(refusedLiteral('https://[::1]/hook', ['::1/128']), null);
  assert.notEqual(refusedLiteral('https://10.2.0.1/hook', ['10.1.0.0/16']), null);
  for (const host of ['example.com', '8.8.8.8', '[2606:4700::1111]', 'localhost.example.com', 'mylocalhost']) {
    assert.equal(refusedLiteral(`https://${host}/hook`, []), null, host);
  }
  assert.equal(refusedLiteral('nonsense', []), 'The address is not a URL.');
});

function refusedIPv4Number(): fc.Arbitrary<number> {
  return fc.constantFrom(...refusedIPv4).chain((range) => {
    const [base = '', bits] = range.split('/');
    const start = base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    return fc.integer({ min: start, max: start + 2 ** (32 - Number(bits)) - 1 });
  });
}

test('an IPv6 caller counts by its /64, an IPv4 one by itself, also when it is written as IPv6', () => {
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), networkOf('2001:db8:1:2:ffff::1'));
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'));
  assert.equal(networkOf('2001:db8:1:2::1'), '2001:db8:1:2::/64');
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7');
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7');
  assert.notEqual(networkOf('203.0.113.7'), networkOf('203.0.113.8'));
});

test('a set of ranges holds what lies in them, family by family', () => {
  const set = createAddressSet(['10.0.0.0/8', 'fd00::/8', '192.0.2.1']);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1', '192.0.2.1']) assert.ok(set.has(address), address);
  for (const address of ['11.0.0.1', 'fe80::1', '192.0.2.2', 'nothing', '']) assert.ok(!set.has(address), address);
  assert.ok(!createAddressSet(['::/0']).has('203.0.113.7'));
});
