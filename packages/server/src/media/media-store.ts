/** What the service asks of a store of media. Only a store knows where bytes lie: on this disk, or elsewhere. */
import type { Readable } from 'node:stream';

export interface StoredMedia {
  stream: Readable;
  /** Of the whole object, whatever range was asked for. */
  bytes: number;
}

/** Both ends included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface FileToPut {
  /** The store takes it over: it is gone from here, and safe against a crash, when it has been put. */
  path: string;
  /** For readers whom a store serves itself. */
  type: string;
  fileName: string;
  /** Nothing lies under the key before this: the row that names it. */
  announced?: Promise<unknown>;
}

/** As a listing tells it. */
export interface ListedMedia {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/** There is no store to answer now, or it refuses us: what was asked for may well be there. Names no secret. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** It answers, and will not have it: no bucket, no right. Waiting alone does not help. */
export class StoreRefused extends StoreUnavailable {}

/** One of them: a folder, or a bucket. */
export interface MediaStore {
  /** As the rows of its objects name it. */
  readonly name: string;
  /** Whether it is of this machine, or a service that others run. */
  readonly where: 'here' | 'elsewhere';
  putFile(key: string, file: FileToPut): Promise<{ bytes: number; sha256: string }>;
  open(key: string, range?: ByteRange): Promise<StoredMedia | 'missing'>;
  /** The size, without the bytes. */
  head(key: string): Promise<{ bytes: number } | 'missing'>;
  copyToFile(key: string, file: string): Promise<'copied' | 'missing'>;
  /** Removing what is not there is fine: a sweep may be repeated. */
  remove(key: string): Promise<void>;
  /** Everything that lies in it, in any order. */
  list(): AsyncIterable<ListedMedia>;
  /** An address at the store itself that whoever holds it may read for so long; null where there is none. */
  link(key: string, terms: { type: string; fileName: string; seconds: number }): Promise<string | null>;
  /** Rejects with `StoreUnavailable` where it cannot be used at the moment. */
  look(): Promise<void>;
}

/** All stores that rows may name, and the folder of this process in which files are made ready. */
export interface MediaStores {
  /** Where new media goes. */
  readonly keeper: MediaStore;
  /** Which of them a row names. */
  at(name: string): MediaStore;
  /** Of the disk on which files are made ready. */
  room(): Promise<{ freeBytes: number; totalBytes: number }>;
  /** Where callers write the files that they will hand over. */
  scratchFolder(): string;
  /** Removes scratch files that nobody has touched for a while: their writers crashed. Returns how many. */
  sweepScratch(olderThanSeconds: number): Promise<number>;
}

const keyLengthMax = 200;
/** `ab/cd/<id>`: no dots, no empty parts, so that no key can leave its store. */
const keyForm = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/;

export function checkMediaKey(key: string): void {
  if (key.length > keyLengthMax || !keyForm.test(key)) throw new TypeError('Not a media key');
}
