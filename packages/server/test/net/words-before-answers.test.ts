/** What servers may say before they answer: it is borne, asked for or not. */
import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { createSafeFetch, type GetOptions, type PostOptions } from '../../src/net/safe-fetch.ts';

const outside = '127.0.0.77';
const fetch = createSafeFetch({ allow: [`${outside}/32`] });
const times = { connectSeconds: 20, totalSeconds: 20 };
const fetching: GetOptions = { ...times, bytesMax: 100, redirectsMax: 0, into: 'memory' };
const posting: PostOptions = { ...times, headers: {}, body: '{}', answerBytesKept: 9 };

const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';
const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\npicture';

/** A server that says `words` to every request, and answers a moment later or in the same breath. */
async function saying(words: string, apart: boolean, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((socket) =>
    socket.once('data', () => {
      if (!apart) return socket.end(words + answer);
      socket.write(words);
      setTimeout(() => socket.end(answer), 20);
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, outside, resolve));
  try {
    await use(`http://${outside}:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
  }
}

for (const [name, words] of [
  ['100 Continue', goOn],
  ['several of them', goOn.repeat(3)],
  ['102 Processing', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
] as const) {
  test(`${name} before the answer changes nothing`, async () => {
    for (const apart of [true, false]) {
      await saying(words, apart, async (url) => {
        const fetched = await fetch.get(url, fetching);
        assert.equal(fetched.ok && fetched.body.toString(), 'picture');
        const posted = await fetch.post(url, posting);
        assert.deepEqual([posted.answered && posted.status, posted.answered && posted.excerpt], [200, 'picture']);
      });
    }
  });
}

test('101 Switching Protocols, which nobody asked for, is no answer, and is not waited on', async () => {
  await saying('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', true, async (url) => {
    const fetched = await fetch.get(url, fetching);
    assert.equal(!fetched.ok && fetched.why, 'connect');
    const posted = await fetch.post(url, posting);
    assert.equal(!posted.answered && posted.why, 'connect');
  });
});
