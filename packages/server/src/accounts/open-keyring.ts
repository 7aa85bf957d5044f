/** The ring of keys that open the secrets in the database: the operator's, or the one in the data folder. */
import type { Settings } from '../config/config.ts';
import { prepareDataFolder } from '../config/data-folder.ts';
import { makeSecretKeyFile, readSecretKeyFile } from '../config/secret-key-file.ts';
import { createKeyring, KeyMissing, type Keyring, missingSentence } from '../db/keyring.ts';
import type { Db } from '../db/postgres.ts';
import { anythingIsSealed } from '../db/service-secrets.ts';

/** Rejects with `KeyMissing` rather than begin anew where another key was in use: what it sealed would be lost. */
export async function openKeyring(db: Db, settings: Pick<Settings, 'dataFolder' | 'secretKeys'>): Promise<Keyring> {
  const found = await findKeyring(settings);
  if (found !== undefined) return found;
  // Asked before the second look: a process that started at the same moment seals only with a file that is already there.
  const sealed = await anythingIsSealed(db);
  if (!sealed) await prepareDataFolder(settings);
  const made = await (sealed ? readSecretKeyFile(settings) : makeSecretKeyFile(settings));
  if (made === undefined) throw new KeyMissing(missingSentence);
  return createKeyring(made);
}

/** Undefined where no start has made a key yet; makes none. */
export async function findKeyring(settings: Pick<Settings, 'dataFolder' | 'secretKeys'>): Promise<Keyring | undefined> {
  const given = settings.secretKeys ?? (await readSecretKeyFile(settings));
  return given && createKeyring(given);
}
