/** Whose name stands under the studio's outputs: the operator's, or that of a certificate made at the first start. */
import { readFile } from 'node:fs/promises';
import { type Credential, createSigner, makeCredential, type Signer, trySigner } from '@afterimage/studio';

export interface SigningOptions {
  /** Paths of PEM files; null where the operator brings none. */
  files: { certificate: string; key: string } | null;
  /** Answers what all processes of the service agreed on; the first of them draws it. */
  agree(draw: () => Promise<Buffer>): Promise<Buffer>;
}

/** Rejects with a sentence for the operator when the files given cannot sign. */
export async function openSigner({ files, agree }: SigningOptions): Promise<Signer> {
  if (files !== null) return openGiven(files);
  const kept = await agree(async () => Buffer.from(JSON.stringify(await makeCredential(new Date()))));
  return createSigner(JSON.parse(kept.toString()) as Credential);
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
