/** The address that links carry. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { publicAddress, readSettings } from '../../src/config/config.ts';

const machine = { checkoutFolder: '/checkout', workingFolder: '/here', cores: 6 };
const fromVariables = (env: Record<string, string>) => readSettings({ env, families, machine, readText: () => null });

test('links carry the public address, else the address listened on, and never a wildcard', () => {
  const address = (env: Record<string, string>) => publicAddress(fromVariables(env));
  assert.equal(address({ AFTERIMAGE_PUBLIC_URL: 'https://m.example.com' }), 'https://m.example.com');
  assert.equal(address({ HOST: '10.0.0.7', PORT: '9000' }), 'http://10.0.0.7:9000');
  assert.equal(address({ HOST: '0.0.0.0' }), 'http://127.0.0.1:8080');
  assert.equal(address({ HOST: '::' }), 'http://[::1]:8080');
});
