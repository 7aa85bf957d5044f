/** Webhooks are checked as the official library checks them, and by the digest of Node's own. */
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fastCheck from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '../src/index.ts';
import { hmacSha256 } from '../src/sha256.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const body = JSON.stringify({ generation_id: 'a', status: 'completed', prompt: 'Ein Fuchs läuft 🦊' });

function signed({ at = new Date(), id = 'msg_1', text = body, by = secret } = {}) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': new Webhook(by).sign(id, at, text),
  };
}

test('the digest is that of Node', () => {
  fastCheck.assert(
    fastCheck.property(
      fastCheck.uint8Array({ maxLength: 200 }),
      fastCheck.uint8Array({ maxLength: 300 }),
      (key, text) => {
        const expected = createHmac('sha256', key).update(text).digest();
        assert.deepEqual(Buffer.from(hmacSha256(key, text)), expected);
      },
    ),
    { numRuns: 500 },
  );
});

test('a good one is read, whatever form its headers and body have', () => {
  const headers = signed();
  const inCapitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  for (const each of [headers, inCapitals, new Headers(headers)]) {
    assert.deepEqual(verifyWebhook(body, each, secret), JSON.parse(body));
    assert.deepEqual(verifyWebhook(Buffer.from(body), each, secret), JSON.parse(body));
  }
});

test('while a secret is being rotated either signature will do', () => {
  const [old, now] = [signed({ by: `whsec_${randomBytes(32).toString('base64')}` }), signed()];
  const both = { ...now, 'webhook-signature': `${old['webhook-signature']} ${now['webhook-signature']}` };
  assert.deepEqual(verifyWebhook(body, both, secret), JSON.parse(body));
});

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

test('five minutes either way are tolerated, and no more', () => {
  for (const at of [minutes(-4.9), minutes(4.9)]) verifyWebhook(body, signed({ at }), secret);
  for (const at of [minutes(-5.1), minutes(5.1)]) {
    assert.throws(() => verifyWebhook(body, signed({ at }), secret), /more than five minutes off/);
  }
});

test('what was changed, is missing or was signed by another is refused', () => {
  const good = signed();
  const refused: [string, object, RegExp][] = [
    [`${body} `, good, /No signature .* fits/],
    [body, { ...good, 'webhook-id': 'msg_2' }, /No signature .* fits/],
    [body, signed({ by: `whsec_${randomBytes(32).toString('base64')}` }), /No signature .* fits/],
    [body, { ...good, 'webhook-signature': 'v1,' }, /No signature .* fits/],
    [body, { ...good, 'webhook-signature': good['webhook-signature'].replace('v1', 'v2') }, /No signature .* fits/],
    [body, { ...good, 'webhook-timestamp': 'soon' }, /five minutes/],
    [body, { ...good, 'webhook-signature': undefined }, /The header webhook-signature is missing/],
    [body, {}, /The header webhook-id is missing/],
  ];
  for (const [text, headers, says] of refused) {
    assert.throws(() => verifyWebhook(text, headers as Record<string, string>, secret), {
      name: 'WebhookVerificationError',
      message: says,
    });
  }
  for (const wrong of ['', 'whsec_', 'whsec_short', secret.slice(6)]) {
    assert.throws(() => verifyWebhook(body, good, wrong), /A webhook secret is whsec_/);
  }
});

test('a body that was parsed already is told', () => {
  assert.throws(() => verifyWebhook(JSON.parse(body), signed(), secret), {
    name: 'TypeError',
    message: /^verifyWebhook wants the raw body/,
  });
});
