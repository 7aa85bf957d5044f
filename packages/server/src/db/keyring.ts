/** Seals secrets before they go to the database: AES-256-GCM, with a key that never goes there. */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;
const cipher = 'aes-256-gcm';
/** `sealed:1:KEY:…`: the form's version, the key's name, then nonce, tag and text in base64. */
const mark = 'sealed:1:';

/** What was sealed with a key that is not on the ring; the message is for the operator. */
export class KeyMissing extends Error {
  override name = 'KeyMissing';
}

export interface Keyring {
  /** What everything that the newest key sealed begins with. */
  readonly newestMark: string;
  /** @param context where it will stand, such as the account it belongs to: it opens nowhere else */
  seal(secret: string, context: string): string;
  /** What a version before this one kept is not sealed, and comes back as it is. Throws `KeyMissing`. */
  open(kept: string, context: string): string;
}

/** @param keys newest first: it seals, and each of them opens */
export function createKeyring(keys: readonly [Buffer, ...Buffer[]]): Keyring {
  const [newest] = keys;
  const byName = new Map(keys.map((key) => [keyName(key), key]));
  const newestMark = `${mark}${keyName(newest)}:`;

  return {
    newestMark,
    seal(secret, context) {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, newest, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()]);
      return newestMark + Buffer.concat([nonce, sealing.getAuthTag(), text]).toString('base64');
    },
    open(kept, context) {
      if (!isSealed(kept)) return kept;
      const [name = '', content = ''] = kept.slice(mark.length).split(':');
      const key = byName.get(name);
      if (key === undefined) throw new KeyMissing(missingSentence);
      const bytes = Buffer.from(content, 'base64');
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      opening.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return opening.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + opening.final('utf8');
    },
  };
}

export const isSealed = (kept: string): boolean => kept.startsWith(mark);

export const missingSentence =
  'The secrets in the database are sealed with a key that is not here: set AFTERIMAGE_SECRET_KEY to it, or put the ' +
  'secret.key of the data folder that they were made with into this one.';

/** Tells keys apart and nothing about them. */
const keyName = (key: Buffer): string => hash('sha256', Buffer.concat([Buffer.from('name of '), key])).slice(0, 12);
