/** A ring with a key of its own, for tests that keep secrets without a service. */
import { randomBytes } from 'node:crypto';
import { createKeyring, type Keyring, keyBytes } from '../../src/db/keyring.ts';

export const anyKeyring = (): Keyring => createKeyring([randomBytes(keyBytes)]);
