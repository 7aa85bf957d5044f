/** A real S3 server for a test, on loopback: versitygw on a folder, with a bucket; it can be stopped and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outsideTool } from '../../../../../scripts/outside-tools/find.ts';
import type { S3Credentials } from '../../../src/config/config.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';

const program = outsideTool('versitygw');

/** For `test(name, { skip: noS3Server }, …)`: a server is not something that npm brings. */
export const noS3Server = program.missing;

export interface S3Server {
  /** In the bucket that every test may have for itself. */
  address: string;
  credentials: S3Credentials;
  /** As an operator sets them. */
  env: Record<string, string>;
  start(): Promise<void>;
  /** As a machine that is gone: connections are refused. */
  stop(): Promise<void>;
  /** Everything that lies in the bucket. */
  files(): Promise<string[]>;
  close(): Promise<void>;
}

const bucket = 'media';
const region = 'us-east-1';
const accessKeyId = 'afterimage-test';
/** Looked for in whatever is said: it must stand nowhere. */
export const secretAccessKey = 'a-secret-that-nobody-may-see';

export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-s3-'));
  const [objects, sidecar] = [join(folder, 'objects'), join(folder, 'sidecar')];
  await mkdir(join(objects, bucket), { recursive: true });
  await mkdir(sidecar);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    // With attributes in files beside: not every file system of a test machine has room for them.
    const args = ['--port', `127.0.0.1:${port}`, '--region', region, '--quiet', 'posix', '--sidecar', sidecar, objects];
    const env = { ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey, PATH: process.env['PATH'] };
    server = spawn(program.path, args, { env, stdio: 'ignore' });
    await eventually(
      () =>
        fetch(endpoint).then(
          () => true,
          () => false,
        ),
      { what: 'the S3 server answers' },
    );
  }

  async function stop(): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  await start();
  return {
    address: `s3://${bucket}/some/where`,
    credentials: { accessKeyId, secretAccessKey, sessionToken: null, region, endpoint },
    env: {
      AFTERIMAGE_MEDIA: `s3://${bucket}/some/where`,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_REGION: region,
      AWS_ENDPOINT_URL_S3: endpoint,
    },
    start,
    stop,
    async files() {
      const entries = await readdir(join(objects, bucket), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
