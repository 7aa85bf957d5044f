/** What all files of a test run stand on: a folder for what they write, in memory where that goes, and a database server in it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { startTestServer, testFolderName } from '../packages/server/test/support/test-server.ts';

export interface TestGround {
  /** For temporary files. */
  readonly folder: string;
  close(): Promise<void>;
}

/**
 * Every test has a database of its own, four hundred files that are made and deleted again. Before it makes a file, ext4
 * looks at each that was deleted in the last minutes, which takes most of a test. No guarantee depends on a disk: the
 * server of the tests does not wait for one in any case.
 */
const memory = '/dev/shm';

/** Several times what a run fills at its peak. Many containers have 64 MB there. */
const bytesNeeded = 2 * 2 ** 30;

export async function openTestGround(): Promise<TestGround> {
  const inMemory = openFolderInMemory();
  const folder = inMemory ?? tmpdir();
  process.env.TMPDIR = folder;
  // Each file joins this server. Held here, it is not stopped and started again between two of them.
  const server = await startTestServer();
  await shortenSignIn(server.connection.url);
  return {
    folder,
    async close() {
      await server.stop();
      // A second run of this checkout stands on the same ground until it is over.
      const isInUse = existsSync(join(folder, testFolderName, 'postgres', 'cluster', 'data', 'postmaster.pid'));
      if (inMemory !== undefined && !isInUse) rmSync(inMemory, { recursive: true, force: true });
    },
  };
}

/** The superuser's password was hashed before the server had a setting of ours: hashed anew, it takes as few rounds as that says. */
async function shortenSignIn(url: string): Promise<void> {
  const { username, password } = new URL(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`alter role ${escapeIdentifier(username)} password ${escapeLiteral(password)}`);
  await client.end();
}

/** Where a run of tests makes its folder. */
export function temporaryFolder(): string {
  return memoryFolder() ?? tmpdir();
}

function openFolderInMemory(): string | undefined {
  const parent = memoryFolder();
  if (parent === undefined) return undefined;
  const folder = join(parent, testFolderName);
  // Others may pass through it: a server that root starts runs as another user.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

function memoryFolder(): string | undefined {
  if (!existsSync(memory)) return undefined;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < bytesNeeded) return undefined;
  const probe = mkdtempSync(join(memory, 'afterimage-probe-'));
  const isGood = runsPrograms(probe);
  rmSync(probe, { recursive: true });
  return isGood ? memory : undefined;
}

/** Tests start programs that they have put there, and some systems allow none to run from memory. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}
