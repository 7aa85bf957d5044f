/** What the service asks of a place that keeps media. Only a store knows where bytes lie: on this disk, or elsewhere. */
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

export interface MediaStore {
  /** Takes the file over: it is gone from its old place, and safe against a crash, when this returns. */
  putFile(
    key: string,
    file: string,
    /** Nothing lies under the key before this: the row that names it. */
    announced?: Promise<unknown>,
  ): Promise<{ bytes: number; sha256: string }>;
  open(key: string, range?: ByteRange): Promise<StoredMedia | 'missing'>;
  copyToFile(key: string, file: string): Promise<'copied' | 'missing'>;
  /** Removing what is not there is fine: a sweep may be repeated. */
  remove(key: string): Promise<void>;
  room(): Promise<{ freeBytes: number; totalBytes: number }>;
  /** Where callers write the files that they will hand over. */
  scratchFolder(): string;
}
