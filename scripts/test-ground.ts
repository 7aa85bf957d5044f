/** What all files of a test run stand on: a folder for what they write, in memory where there is room, and a database server in it. */
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, testFolderName } from '../packages/server/test/support/test-server.ts';

export interface TestGround {
  /** For temporary files. */
  readonly folder: string;
  close(): Promise<void>;
}

/**
 * Every test has a database of its own, four hundred files that are made and deleted again. Before it makes a file, ext4
 * looks at each that was deleted in the last minutes: the fifteen tests of the audit took 8.3 s of the processor there and
 * 1.6 s here (measured). No guarantee depends on a disk: the server of the tests does not wait for one in any case.
 */
const memory = '/dev/shm';

/** A run fills a fifth of this at its peak (0.4 GB, measured). Many containers have 64 MB there. */
const bytesNeeded = 2 * 2 ** 30;

export async function openTestGround(): Promise<TestGround> {
  if (!hasRoom(memory)) return openIn(tmpdir());
  const folder = join(memory, testFolderName);
  // Others may pass through it: a server that root starts runs as another user.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const ground = await openIn(folder);
    return {
      folder,
      async close() {
        await ground.close();
        // A second run of this checkout stands on the same ground until it is over.
        if (!existsSync(join(folder, testFolderName, 'postgres', 'cluster', 'data', 'postmaster.pid'))) remove();
      },
    };
  } catch {
    // Programs may be forbidden to run from there, and root's PostgreSQL is such a program.
    remove();
    return openIn(tmpdir());
  }
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= bytesNeeded;
}

/** Each file joins this server. Held here, it is not stopped and started again between two of them. */
async function openIn(folder: string): Promise<TestGround> {
  process.env.TMPDIR = folder;
  const server = await startTestServer();
  return { folder, close: () => server.stop() };
}
