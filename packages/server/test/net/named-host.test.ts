/** How the host that is asked is named to it: bucket links are signed with it, and servers find by it whom they stand for. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { test } from 'node:test';
import { createSafeFetch } from '../../src/net/safe-fetch.ts';

const times = { connectSeconds: 20, totalSeconds: 20 };
const addresses = {
  'http://a.test/': 'a.test',
  'http://a.test:8080/': 'a.test:8080',
  'https://a.test/': 'a.test',
  'https://a.test:80/': 'a.test:80',
  'https://[::1]/': '[::1]',
};

test('a host is named as its address does, without a port that goes without saying', async () => {
  const named: unknown[] = [];
  const note = (told: unknown) => named.push((told as { request: ClientRequest }).request.getHeader('host'));
  // No test may listen on the usual ports: the names lead nowhere, and what would have been said is looked at.
  const fetch = createSafeFetch({ allow: [], resolve: async () => [] });
  subscribe('http.client.request.created', note);
  try {
    for (const address of Object.keys(addresses)) {
      await fetch.get(address, { ...times, bytesMax: 9, redirectsMax: 0, into: 'memory' });
      await fetch.post(address, { ...times, headers: {}, body: '{}', answerBytesKept: 9 });
    }
  } finally {
    unsubscribe('http.client.request.created', note);
  }
  assert.deepEqual(
    named,
    Object.values(addresses).flatMap((host) => [host, host]),
  );
});
