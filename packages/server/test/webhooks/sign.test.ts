/** Signatures, judged by the Standard Webhooks library that receivers use. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { drawWebhookSecret } from '../../src/accounts/webhook-secrets.ts';
import { signatureHeaders } from '../../src/webhooks/sign.ts';

const bodies = fc.json().map((text) => JSON.stringify({ prompt: text }));

test('the standard library accepts every signature, with the old secret and with the new', () => {
  fc.assert(
    fc.property(fc.uuid(), bodies, (id, body) => {
      const secrets = [drawWebhookSecret(), drawWebhookSecret()];
      const headers = signatureHeaders({ id, body, sentAt: new Date() }, secrets);
      for (const secret of secrets) new Webhook(secret).verify(body, headers);
    }),
    { numRuns: 50 },
  );
});

test('another secret, another body, another id or an old timestamp is not accepted', () => {
  const secret = drawWebhookSecret();
  const message = { id: 'one', body: '{"a":1}', sentAt: new Date() };
  const headers = signatureHeaders(message, [secret]);
  const verifier = new Webhook(secret);
  verifier.verify(message.body, headers);
  assert.throws(() => new Webhook(drawWebhookSecret()).verify(message.body, headers));
  assert.throws(() => verifier.verify('{"a":2}', headers));
  assert.throws(() => verifier.verify(message.body, { ...headers, 'webhook-id': 'two' }));
  const old = signatureHeaders({ ...message, sentAt: new Date(Date.now() - 301_000) }, [secret]);
  assert.throws(() => verifier.verify(message.body, old));
});

test('nothing is signed with a secret that could be guessed, or with none', () => {
  const message = { id: 'one', body: '{}', sentAt: new Date() };
  const short = `whsec_${Buffer.alloc(23, 1).toString('base64')}`;
  const unmarked = Buffer.alloc(32, 1).toString('base64');
  for (const secrets of [[], [''], ['whsec_'], [short], [unmarked], [drawWebhookSecret(), short]]) {
    assert.throws(() => signatureHeaders(message, secrets));
  }
  const enough = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  assert.doesNotThrow(() => signatureHeaders(message, [enough]));
});
