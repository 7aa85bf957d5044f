/** What the variables of S3 come to: the right to use a store, or what is wanting. */
import type { EnvironmentSettings } from './settings.ts';

type S3Settings = Pick<
  EnvironmentSettings,
  's3AccessKeyId' | 's3SecretAccessKey' | 's3SessionToken' | 's3Region' | 's3Endpoint'
>;

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
  region: string;
  /** Of a store that is not AWS: buckets are parts of its path. Null: AWS. */
  endpoint: string | null;
}

/** Names of buckets as S3 has them; a prefix of plain characters, which every store and every tool spells alike. */
const bucketAndPrefix = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;
const addressLengthMax = 300;

/** `s3://bucket/prefix` in the one spelling that rows have; undefined where it is none. */
export function readBucketAddress(text: string): string | undefined {
  const address = text.replace(/\/+$/, '');
  return bucketAndPrefix.test(address) && address.length <= addressLengthMax ? address : undefined;
}

/** Null: this process was given no key. A row may name a bucket all the same. */
export function s3CredentialsOf(settings: S3Settings): S3Credentials | null {
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey, s3Region: region } = settings;
  if (accessKeyId === null || secretAccessKey === null || region === null) return null;
  return { accessKeyId, secretAccessKey, sessionToken: settings.s3SessionToken, region, endpoint: settings.s3Endpoint };
}

/** In sentences. */
export function mediaFaults(
  settings: S3Settings & Pick<EnvironmentSettings, 'media' | 'mediaLinks'>,
  isGiven: (name: string) => boolean,
): string[] {
  if (settings.media === null) {
    return settings.mediaLinks === 'serve'
      ? []
      : ['AFTERIMAGE_MEDIA_LINKS is redirect; AFTERIMAGE_MEDIA must be s3://… then: nobody can be sent to a folder.'];
  }
  return s3Wanting(settings)
    .filter((name) => !isGiven(name))
    .map((name) => `AFTERIMAGE_MEDIA is ${settings.media}; ${name} must be set too.`);
}

/** The variables without which no bucket can be used. */
export function s3Wanting({ s3AccessKeyId, s3SecretAccessKey, s3Region }: S3Settings): string[] {
  return [
    ...(s3AccessKeyId === null ? ['AWS_ACCESS_KEY_ID'] : []),
    ...(s3SecretAccessKey === null ? ['AWS_SECRET_ACCESS_KEY'] : []),
    ...(s3Region === null ? ['AWS_REGION'] : []),
  ];
}
