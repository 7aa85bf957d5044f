/** Signed requests to one bucket, tried again where that may help, and what their failures mean. */
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Credentials } from '../config/config.ts';
import { type StoreNet, type StoreReply, type StoreRequest, StoreSilent } from '../net/store-net.ts';
import { StoreRefused, StoreUnavailable } from './media-store.ts';

export interface S3Order extends Pick<StoreRequest, 'method' | 'signal'> {
  /** In the bucket; empty: the bucket itself. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Opened anew for each try. */
  body?(): Readable;
}

export interface S3Client {
  /** What it is, and its address: the beginning of a sentence. */
  called: string;
  /**
   * What was found, or made; also 416, where a range was asked for and the object ends before it. `missing`: there is no such
   * object. Everything else is a `StoreUnavailable`.
   */
  send(order: S3Order): Promise<StoreReply | 'missing'>;
  /** The same in a single try. */
  sendOnce(order: S3Order): Promise<StoreReply | 'missing'>;
  /** Has `work` done until it succeeds, a few times at most, unless the store refuses it. */
  insist<Result>(work: () => Promise<Result>): Promise<Result>;
  /** A reply broke off in the middle. */
  brokenOff(): StoreUnavailable;
  refusal(why: string): StoreUnavailable;
  /** An address that reads one object for so long, for whoever holds it. */
  presign(path: string, query: Record<string, string>): Promise<string>;
}

/** Pauses before it is tried again. Stores reply with 500 and 503 now and then when all is well. */
const pauses = [100, 400];
/** Of an error's body, for its code. */
const errorBytesMax = 65_536;

/** The store itself was not reached, or says that it is its own trouble. */
class Passing extends StoreUnavailable {}

export function createS3Client(
  name: string,
  {
    net,
    credentials: given,
    what = 'The media store',
  }: { net: StoreNet; credentials: S3Credentials; what?: string | undefined },
): S3Client {
  const base = bucketUrl(name, given);
  const { accessKeyId, secretAccessKey, sessionToken, region } = given;
  const signing = { accessKeyId, secretAccessKey, region, service: 's3', cache: new Map<string, ArrayBuffer>() };
  const credentials = sessionToken === null ? signing : { ...signing, sessionToken };

  const urlOf = (path: string, query: Record<string, string> = {}) => {
    const url = new URL(path === '' ? base : `${base}/${path}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    return url;
  };
  const called = `${what} ${name}`;
  const because = (why: string) => `${called} cannot be used: ${why}.`;

  async function ask({ path, query, method, headers = {}, body, signal }: S3Order): Promise<StoreReply> {
    const signed = await new AwsV4Signer({ ...credentials, method, url: urlOf(path, query).href, headers }).sign();
    const order = { method, url: signed.url.href, headers: Object.fromEntries(signed.headers) };
    try {
      return await net.send({
        ...order,
        ...(body !== undefined && { body: body() }),
        ...(signal !== undefined && { signal }),
      });
    } catch (fault) {
      if (fault instanceof StoreSilent) throw new StoreUnavailable(because(fault.message));
      throw new Passing(because(fault instanceof Error ? fault.message : 'it gave no reply'));
    }
  }

  async function judge(reply: StoreReply): Promise<StoreReply | 'missing'> {
    if ((reply.status >= 200 && reply.status < 300) || reply.status === 416) return reply;
    const code = await codeOf(reply);
    if (reply.status === 404 && absent.has(code)) return 'missing';
    const why = `it answered ${reply.status}${code === '' ? '' : ` ${code}`}`;
    throw reply.status >= 500 || reply.status === 429
      ? new Passing(because(why))
      : new StoreRefused(because(`${why}${hints[code] ?? ''}`));
  }

  const insist: S3Client['insist'] = async (work) => {
    for (const milliseconds of pauses) {
      try {
        return await work();
      } catch (fault) {
        if (!(fault instanceof Passing)) throw fault;
      }
      await pause(milliseconds);
    }
    return work();
  };

  const sendOnce = async (order: S3Order) => judge(await ask(order));

  return {
    called,
    insist,
    sendOnce,
    send: (order) => insist(() => sendOnce(order)),
    brokenOff: () => new Passing(because('its reply broke off')),
    refusal: (why) => new StoreRefused(because(why)),
    async presign(path, query) {
      const url = urlOf(path, query).href;
      return (await new AwsV4Signer({ ...credentials, method: 'GET', url, signQuery: true }).sign()).url.href;
    },
  };
}

/** Of an object alone: to HEAD there is no body that would say more. */
const absent: ReadonlySet<string> = new Set(['', 'NoSuchKey']);

/** What operators get wrong, in words. */
const hints: Readonly<Record<string, string>> = {
  NoSuchBucket: '; make the bucket first',
  AccessDenied: '; the key must be allowed to list the bucket, and to read, write and delete in it',
  InvalidAccessKeyId: '; AWS_ACCESS_KEY_ID is not known there',
  SignatureDoesNotMatch: '; AWS_SECRET_ACCESS_KEY or AWS_REGION is another one',
  AuthorizationHeaderMalformed: '; AWS_REGION is another one',
  PermanentRedirect: '; the bucket is in another region than AWS_REGION',
  ExpiredToken: '; AWS_SESSION_TOKEN has expired',
  RequestTimeTooSkewed: '; the clock of this machine and that of the store are apart',
};

/** The code alone: the rest of the body names keys and what was signed. */
async function codeOf({ body }: StoreReply): Promise<string> {
  let said = '';
  try {
    for await (const chunk of body) {
      said += chunk;
      if (said.length > errorBytesMax) break;
    }
  } catch {
    // The status says enough.
  }
  return /<Code>(\w{1,64})<\/Code>/.exec(said)?.[1] ?? '';
}

/** `s3://bucket/prefix` apart. */
export function bucketOf(name: string): { bucket: string; prefix: string } {
  const [bucket = '', ...rest] = name.slice('s3://'.length).split('/');
  return { bucket, prefix: rest.join('/') };
}

/** AWS wants the bucket in the host's name, where its certificate has room for it; others in the path. */
function bucketUrl(name: string, { endpoint, region }: S3Credentials): string {
  const { bucket } = bucketOf(name);
  if (endpoint !== null) return `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}
