/** Whose name stands under what engines make: the operator's, or that of a certificate made at the first start. */
import { readFile } from 'node:fs/promises';
import { type Credential, createSigner, makeCredential, type Signer, trySigner } from '@afterimage/studio';
import type { Settings } from '../config/config.ts';
import type { Keyring } from '../db/keyring.ts';
import type { Db } from '../db/postgres.ts';
import { agreedSecret, keptSecret } from '../db/service-secrets.ts';

export type { Signer } from '@afterimage/studio';

/** One name for all processes of the service. Rejects with a sentence for the operator when the files given cannot sign. */
export async function openSigner(
  keeping: { db: Db; keyring: Keyring },
  { provenance }: Pick<Settings, 'provenance'>,
): Promise<Signer> {
  if (provenance !== null) return openGiven(provenance);
  const draw = async () => Buffer.from(JSON.stringify(await makeCredential(new Date())));
  const kept = await agreedSecret(keeping, 'provenance', draw);
  return createSigner(JSON.parse(kept.toString()) as Credential);
}

/** Undefined where no start has made a certificate yet; makes none. */
export async function findSigner(
  keeping: { db: Db; keyring: Keyring | undefined },
  { provenance }: Pick<Settings, 'provenance'>,
): Promise<Signer | undefined> {
  if (provenance !== null) return openGiven(provenance);
  const { db, keyring } = keeping;
  const kept = keyring && (await keptSecret({ db, keyring }, 'provenance'));
  return kept && createSigner(JSON.parse(kept.toString()) as Credential);
}

async function openGiven({ certificate, key }: { certificate: string; key: string }): Promise<Signer> {
  try {
    const signer = createSigner({
      certificates: await readFile(certificate, 'utf8'),
      key: await readFile(key, 'utf8'),
    });
    const failures = await trySigner(signer);
    if (failures.length > 0) throw new Error(`Readers would refuse it: ${failures.join(', ')}.`);
    return signer;
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new Error(`provenance names ${certificate} and ${key}, which cannot sign: ${reason}`, { cause });
  }
}
