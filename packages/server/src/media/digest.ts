/** The SHA-256 of files, found by a thread of its own: while the main one reads a file, nobody is answered. */
import { createOrderThread } from '../process/order-thread.ts';

export interface Digest {
  bytes: number;
  sha256: string;
}

const program = new URL('./digest-thread.ts', import.meta.url);

export const createDigester = (): ((file: string) => Promise<Digest>) => createOrderThread<string, Digest>(program);
