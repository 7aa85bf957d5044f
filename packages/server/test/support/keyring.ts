/** A ring with a key of its own, for tests that keep secrets without a service. */
import { randomBytes } from 'node:crypto';
import { secretKeyBytes } from '../../src/config/secret-keys.ts';
import { createKeyring, type Keyring } from '../../src/db/keyring.ts';

export const anyKeyring = (): Keyring => createKeyring([randomBytes(secretKeyBytes)]);
