/** A real S3 server for a test, with a prefix in it that is the test's own; it can be stopped and started again. */
import { randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { S3Credentials } from '../../../src/config/config.ts';
import { type S3Kind, s3Kinds } from './s3-kinds.ts';

const kinds: Readonly<Record<string, S3Kind>> = s3Kinds;
const name = process.env['STORE_SERVER'] ?? 'versitygw';
const kind = kinds[name];
if (kind === undefined) throw new Error(`STORE_SERVER must be one of ${Object.keys(kinds).join(', ')}.`);

/** For `test(name, { skip: noS3Server }, …)`: a server is not something that npm brings. */
export const noS3Server: string | false = kind.missing;
/** The same for tests that stop it. */
export const noS3Stop: string | false = kind.missing || kind.unstoppable;

export interface S3Server {
  /** Where media lies. */
  address: string;
  /** Another place in the bucket, of this test too. */
  place(name: string): string;
  credentials: S3Credentials;
  /** As an operator sets them. */
  env: Record<string, string>;
  start(): Promise<void>;
  /** As a machine that is gone: connections are refused. */
  stop(): Promise<void>;
  /** The keys of what lies in places of this test, as the server lists them on one page. */
  files(): Promise<string[]>;
  close(): Promise<void>;
}

export async function startS3Server(): Promise<S3Server> {
  const { bucket, credentials, start, stop, close } = await kind!.run();
  const { accessKeyId, secretAccessKey, region, endpoint } = credentials;
  const own = `afterimage-test-${randomUUID()}`;
  const place = (path: string) => `s3://${bucket}/${own}/${path}`;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });

  async function files(): Promise<string[]> {
    const answer = await client.fetch(`${endpoint}/${bucket}?list-type=2&prefix=${own}`);
    return [...(await answer.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key!);
  }

  async function removeAll(): Promise<void> {
    for (let keys = await files(); keys.length > 0; keys = await files())
      for (const key of keys) await client.fetch(`${endpoint}/${bucket}/${key}`, { method: 'DELETE' });
  }

  return {
    address: place('some/where'),
    place,
    credentials,
    env: {
      AFTERIMAGE_MEDIA: place('some/where'),
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_REGION: region,
      AWS_ENDPOINT_URL_S3: endpoint,
    },
    start,
    stop,
    files,
    async close() {
      if (kind === s3Kinds.given) await removeAll();
      await close();
    },
  };
}
