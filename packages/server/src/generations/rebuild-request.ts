/** Makes the body of a request again from what was stored of it, so that it can be submitted once more. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Upload } from '@afterimage/contract';
import type { Queryable } from '../db/postgres.ts';
import { findUploads } from '../media/inputs-store.ts';
import type { MediaStores } from '../media/media-store.ts';
import { copyObject } from '../media/read-object.ts';
import type { StoredInput } from './submit-store.ts';

export type RebuiltBody =
  | { outcome: 'rebuilt'; body: Record<string, unknown>; discard(): Promise<void> }
  /** Uploads are kept for some days only. */
  | { outcome: 'upload_gone'; field: string };

interface StoredRequest {
  account_id: string;
  prompt: string;
  fields: Readonly<Record<string, unknown>>;
  inputs: readonly StoredInput[];
}

export async function rebuildBody(
  services: { db: Queryable; stores: MediaStores },
  request: StoredRequest,
): Promise<RebuiltBody> {
  const ids = request.inputs.flatMap(({ mediaId }) => mediaId ?? []);
  const uploads = ids.length === 0 ? [] : await findUploads(services.db, request.account_id, ids);
  const kept = new Map(uploads.filter(({ there }) => there).map((upload) => [upload.id, upload]));
  const files: string[] = [];
  const discard = async () => {
    await Promise.all(files.map((file) => rm(file, { force: true })));
  };
  const body: Record<string, unknown> = { ...request.fields, prompt: request.prompt };
  for (const input of request.inputs) {
    if (input.url !== null) {
      put(body, input.field, input.url);
      continue;
    }
    const upload = kept.get(input.mediaId ?? '');
    const file = join(services.stores.scratchFolder(), randomUUID());
    files.push(file);
    if (upload === undefined || (await copyObject(services, upload, file)) === 'missing') {
      await discard();
      return { outcome: 'upload_gone', field: input.field };
    }
    const { content_type: type, bytes } = upload;
    put(body, input.field, new Upload({ declaredType: type, sniffedType: type, bytes, file }));
  }
  return { outcome: 'rebuilt', body, discard };
}

/** `images[1]` is the second of a list; engines see media in another order than requests name them. */
function put(body: Record<string, unknown>, field: string, value: unknown): void {
  const [, list, index] = /^(.*)\[(\d+)\]$/.exec(field) ?? [];
  if (list === undefined) {
    body[field] = value;
    return;
  }
  const items = (body[list] as unknown[] | undefined) ?? [];
  items[Number(index)] = value;
  body[list] = items;
}
