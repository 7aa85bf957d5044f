/** Settings that need each other: a bucket and its key, an OpenID provider and its client. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { readBucketAddress, readSettings, WrongSettings } from '../../src/config/config.ts';

const machine = { checkoutFolder: '/checkout', workingFolder: '/here', cores: 6 };
const fromVariables = (env: Record<string, string>) => readSettings({ env, families, machine, readText: () => null });

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    fromVariables(env);
  } catch (fault) {
    assert.ok(fault instanceof WrongSettings, String(fault));
    return fault.faults;
  }
  throw new assert.AssertionError({ message: 'the settings were accepted' });
}

test('an address of a bucket has one spelling, and leads nowhere else', () => {
  assert.equal(readBucketAddress('s3://bucket'), 's3://bucket');
  assert.equal(readBucketAddress('s3://my.bucket-1/a/b.c_d/'), 's3://my.bucket-1/a/b.c_d');
  const wrong = [
    's3://',
    's3://b',
    's3://Bucket',
    's3://bucket//a',
    's3://bucket/../a',
    's3://bucket/a b',
    's3:/bucket',
  ];
  for (const address of [...wrong, 's3://bucket/a?b', 's3://bucket/ä', `s3://bucket/${'a'.repeat(300)}`])
    assert.equal(readBucketAddress(address), undefined, address);
});

test('media in a bucket needs a key, its secret and a region, and readers are sent to a bucket only', () => {
  assert.deepEqual(faultsOf({ AFTERIMAGE_MEDIA: 's3://bucket/prefix', AWS_ACCESS_KEY_ID: 'x' }), [
    'AFTERIMAGE_MEDIA is s3://bucket/prefix; AWS_SECRET_ACCESS_KEY must be set too.',
    'AFTERIMAGE_MEDIA is s3://bucket/prefix; AWS_REGION must be set too.',
  ]);
  const unread = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY_FILE: '/no/such/file', AWS_REGION: 'z' };
  assert.deepEqual(faultsOf({ AFTERIMAGE_MEDIA: 's3://bucket/prefix', ...unread }), [
    'AWS_SECRET_ACCESS_KEY_FILE is "/no/such/file"; it must be a file that can be read and is not empty.',
  ]);
  const [sentence] = faultsOf({ AFTERIMAGE_MEDIA_LINKS: 'redirect' });
  assert.match(sentence!, /^AFTERIMAGE_MEDIA_LINKS is redirect; AFTERIMAGE_MEDIA must be s3:/);
  const key = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y', AWS_REGION: 'z' };
  const settings = fromVariables({
    AFTERIMAGE_MEDIA: 's3://bucket/pre.fix/',
    AFTERIMAGE_MEDIA_LINKS: 'redirect',
    ...key,
  });
  assert.deepEqual([settings.media, settings.mediaLinks], ['s3://bucket/pre.fix', 'redirect']);
});

test('an OpenID provider needs a client id, and may be this machine without TLS', () => {
  const issuer = { AFTERIMAGE_OIDC_ISSUER: 'http://127.0.0.1:9/realm' };
  assert.deepEqual(faultsOf(issuer), ['AFTERIMAGE_OIDC_ISSUER is set; AFTERIMAGE_OIDC_CLIENT_ID must be set too.']);
  const settings = fromVariables({ ...issuer, AFTERIMAGE_OIDC_CLIENT_ID: 'x' });
  assert.equal(settings.oidcIssuer, 'http://127.0.0.1:9/realm');
});
