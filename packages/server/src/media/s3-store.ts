/** Media in a bucket of an S3 store: one PUT a file, which the store checks by its digest; ranges; nothing is kept here. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';
import type { StoreReply } from '../net/store-net.ts';
import { createDigester } from './digest.ts';
import { checkMediaKey, type ListedMedia, type MediaStore, StoreRefused } from './media-store.ts';
import { bucketOf, type S3Client, type S3Order } from './s3-client.ts';

/** The digest, beside the object: a copy is checked against it. */
const digestHeader = 'x-amz-meta-sha256';
/** A store that is asked how it is may take this long. */
const lookMilliseconds = 5_000;
/** As the service says it when it serves the bytes itself. */
const cacheControl = 'private, max-age=3600';
const dispositionOf = (fileName: string) => `inline; filename="${fileName}"`;
const readAtOnceBytes = 262_144;

/** @param checkKey throws for a key that may not be used */
export function createS3Store(name: string, client: S3Client, checkKey = checkMediaKey): MediaStore {
  const { prefix } = bucketOf(name);
  const start = prefix === '' ? '' : `${prefix}/`;
  const digest = createDigester();
  const pathOf = (key: string) => {
    checkKey(key);
    return `${start}${key}`;
  };

  async function copyOnce(path: string, file: string): Promise<'copied' | 'missing'> {
    const reply = await client.sendOnce({ method: 'GET', path });
    if (reply === 'missing') return 'missing';
    const hash = createHash('sha256');
    async function* hashed(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    }
    try {
      await pipeline(reply.body, hashed, createWriteStream(file));
    } catch (fault) {
      await rm(file, { force: true });
      throw isDisks(fault) ? fault : client.brokenOff();
    }
    const expected = reply.header(digestHeader);
    if (expected === undefined || expected === hash.digest('hex')) return 'copied';
    await rm(file, { force: true });
    throw new Error(`${client.called} gave other bytes for ${path} than were put there.`);
  }

  async function head(path: string): Promise<{ bytes: number } | 'missing'> {
    const reply = await client.send({ method: 'HEAD', path });
    if (reply !== 'missing') {
      await drain(reply);
      return { bytes: Number(reply.header('content-length')) };
    }
    // To HEAD a store says no more than 404: whether the object is gone or the whole bucket, it says to GET alone.
    const again = await client.send({ method: 'GET', path, headers: { range: 'bytes=0-0' } });
    if (again === 'missing') return 'missing';
    again.body.destroy();
    return { bytes: wholeOf(again) };
  }

  return {
    name,
    where: 'elsewhere',

    async putFile(key, { path: file, type, fileName, announced }) {
      const path = pathOf(key);
      const [found] = await Promise.all([digest(file), announced]);
      const headers = {
        'content-length': String(found.bytes),
        'content-type': type,
        'content-disposition': dispositionOf(fileName),
        'cache-control': cacheControl,
        'x-amz-content-sha256': found.sha256,
        [digestHeader]: found.sha256,
      };
      const body = () => createReadStream(file, { highWaterMark: readAtOnceBytes });
      const reply = await client.send({ method: 'PUT', path, headers, body });
      if (reply === 'missing') throw client.refusal('there is no such bucket');
      await drain(reply);
      await rm(file, { force: true });
      return found;
    },

    async open(key, range) {
      const path = pathOf(key);
      const headers: Record<string, string> = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` };
      const reply = await client.send({ method: 'GET', path, headers });
      if (reply === 'missing') return 'missing';
      if (reply.status !== 416) return { stream: reply.body, bytes: wholeOf(reply) };
      await drain(reply);
      const found = await head(path);
      // As of a file that has lost its end: there is nothing to read, and the size says why.
      return found === 'missing' ? 'missing' : { stream: Readable.from([]), bytes: found.bytes };
    },

    head: async (key) => head(pathOf(key)),

    async copyToFile(key, file) {
      const path = pathOf(key);
      return client.insist(() => copyOnce(path, file));
    },

    async remove(key) {
      const reply = await client.send({ method: 'DELETE', path: pathOf(key) });
      if (reply !== 'missing') await drain(reply);
    },

    async link(key, { type, fileName, seconds }) {
      return client.presign(pathOf(key), {
        'X-Amz-Expires': String(seconds),
        'response-content-type': type,
        'response-content-disposition': dispositionOf(fileName),
        'response-cache-control': cacheControl,
      });
    },

    async look() {
      const signal = AbortSignal.timeout(lookMilliseconds);
      const found = async (order: Omit<S3Order, 'path' | 'signal'>) => {
        const reply = await client.sendOnce({ ...order, path: '', signal });
        if (reply === 'missing') throw client.refusal('there is no such bucket');
        await drain(reply);
      };
      await found({ method: 'HEAD' }).catch((fault: unknown) => {
        if (!(fault instanceof StoreRefused)) throw fault;
        // It does not say why; and a key that may list its own prefix only is refused the bucket, and good.
        return found({ method: 'GET', query: { 'list-type': '2', prefix: start, 'max-keys': '1' } });
      });
    },

    async *list() {
      let next: string | undefined;
      do {
        const query = { 'list-type': '2', prefix: start, ...(next !== undefined && { 'continuation-token': next }) };
        const reply = await client.send({ method: 'GET', path: '', query });
        if (reply === 'missing') throw client.refusal('there is no such bucket');
        const page = await text(reply.body);
        yield* listedIn(page, start.length);
        next = /<IsTruncated>true</.test(page) ? elementOf(page, 'NextContinuationToken') : undefined;
      } while (next !== undefined);
    },
  };
}

/** The size of the whole object, also of a reply that holds a range of it. */
function wholeOf(reply: StoreReply): number {
  return Number(/\/(\d+)$/.exec(reply.header('content-range') ?? '')?.[1] ?? reply.header('content-length'));
}

/** What it says is known by now; its connection is wanted for others. */
async function drain({ body }: StoreReply): Promise<void> {
  await finished(body.resume()).catch(() => {});
}

/** A full disk is ours, and no fault of the store. */
const isDisks = (fault: unknown): boolean =>
  /^(ENOSPC|EDQUOT|EIO|EROFS)$/.test(String((fault as { code?: unknown }).code));

function* listedIn(page: string, startLength: number): Iterable<ListedMedia> {
  for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = elementOf(entry, 'Key')?.slice(startLength);
    // Some tools make an object for what they show as a folder.
    if (!key) continue;
    yield { key, bytes: Number(elementOf(entry, 'Size')), modifiedAt: new Date(elementOf(entry, 'LastModified') ?? 0) };
  }
}

/** The reply is a flat list that only the store writes: nothing in it nests but these. */
function elementOf(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replace(/&(\w+|#\d+|#x[\da-f]+);/gi, (_, entity) => {
    if (entity[0] === '#')
      return String.fromCodePoint(Number(entity[1] === 'x' ? `0${entity.slice(1)}` : entity.slice(1)));
    return entities[entity] ?? '';
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
