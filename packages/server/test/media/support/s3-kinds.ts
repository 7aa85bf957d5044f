/** The S3 servers that tests of buckets run on: versitygw or MinIO, started here on a folder, or one that is there already. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { outsideTool } from '../../../../../scripts/outside-tools/find.ts';
import type { S3Credentials } from '../../../src/config/config.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';

/** As `docs/media.md` tells of them. */
type Env = Readonly<Record<string, string | undefined>>;

export interface RunningS3 {
  bucket: string;
  credentials: S3Credentials & { endpoint: string };
  start(): Promise<void>;
  /** As a machine that is gone: connections are refused. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface S3Kind {
  /** Why tests that need it are left out; false: they are not. */
  missing: string | false;
  /** The same of tests that stop it. */
  unstoppable: string | false;
  /** Started, with an empty bucket; or, where it is there already, with a bucket that may hold others' objects. */
  run(): Promise<RunningS3>;
}

const accessKeyId = 'afterimage-test';
const region = 'us-east-1';
/** Looked for in whatever is said: it must stand nowhere. */
const secretAccessKey = 'a-secret-that-nobody-may-see';
const bucket = 'media';

interface Program {
  path: string;
  /** Is made, and removed with all that is in it. */
  folder: string;
  args(listen: string): string[];
  env: Record<string, string>;
}

async function runProgram({ path, folder, args, env }: Program): Promise<RunningS3> {
  const listen = `127.0.0.1:${await freePort()}`;
  const endpoint = `http://${listen}`;
  let server: ChildProcess | undefined;
  const stop = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  };
  const start = async () => {
    server = spawn(path, args(listen), { env: { PATH: process.env['PATH'], HOME: folder, ...env }, stdio: 'ignore' });
    await eventually(() => answers(endpoint), { what: 'the S3 server answers' });
  };
  await start();
  return {
    bucket,
    credentials: { accessKeyId, secretAccessKey, sessionToken: null, region, endpoint },
    start,
    stop,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Before it can, MinIO refuses everything with 503. */
const answers = (endpoint: string) =>
  fetch(endpoint).then(
    ({ status }) => status < 500,
    () => false,
  );

function versitygw(): S3Kind {
  const { path, missing } = outsideTool('versitygw');
  return {
    missing,
    unstoppable: missing,
    async run() {
      const folder = await mkdtemp(join(tmpdir(), 'afterimage-s3-'));
      const [objects, sidecar] = [join(folder, 'objects'), join(folder, 'sidecar')];
      await mkdir(join(objects, bucket), { recursive: true });
      await mkdir(sidecar);
      return runProgram({
        path,
        folder,
        // With attributes in files beside: not every file system of a test machine has room for them.
        args: (listen) => ['--port', listen, '--region', region, '--quiet', 'posix', '--sidecar', sidecar, objects],
        env: { ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
      });
    },
  };
}

function minio(env: Env): S3Kind {
  const places = [env['STORE_MINIO'], ...(env['PATH'] ?? '').split(delimiter).map((place) => join(place, 'minio'))];
  const path = places.find((place) => place !== undefined && existsSync(place));
  const missing = path === undefined && 'there is no minio in PATH, and STORE_MINIO names none';
  return {
    missing,
    unstoppable: missing,
    async run() {
      const folder = await mkdtemp(join(tmpdir(), 'afterimage-s3-'));
      // A folder in its root is a bucket.
      await mkdir(join(folder, 'objects', bucket), { recursive: true });
      return runProgram({
        path: path!,
        folder,
        args: (listen) => ['server', '--quiet', '--anonymous', '--address', listen, join(folder, 'objects')],
        // Without its pages it needs no second port; it would ask its maker for a newer version.
        env: {
          MINIO_ROOT_USER: accessKeyId,
          MINIO_ROOT_PASSWORD: secretAccessKey,
          MINIO_BROWSER: 'off',
          MINIO_UPDATE: 'off',
        },
      });
    },
  };
}

const givenNames = ['STORE_BUCKET', 'STORE_ACCESS_KEY_ID', 'STORE_SECRET_ACCESS_KEY'] as const;

function given(env: Env): S3Kind {
  const endpoint = env['STORE_ENDPOINT_URL'];
  const lacking = givenNames.filter((name) => env[name] === undefined);
  if (endpoint !== undefined && lacking.length > 0)
    throw new Error(`STORE_ENDPOINT_URL is set; ${lacking.join(', ')} must be set too.`);
  const missing = endpoint === undefined && 'STORE_ENDPOINT_URL names no server that is there already';
  const commands = ['STORE_START', 'STORE_STOP'].map((name) => env[name]);
  const unstoppable = missing || (commands.includes(undefined) && 'STORE_START and STORE_STOP name no commands');
  const [start, stop] = commands.map((command) => async () => {
    if (command === undefined) throw new Error('A test that stops the store must be left out here.');
    await promisify(execFile)('sh', ['-c', command]);
  });
  return {
    missing,
    unstoppable,
    run: async () => ({
      bucket: env['STORE_BUCKET']!,
      credentials: {
        accessKeyId: env['STORE_ACCESS_KEY_ID']!,
        secretAccessKey: env['STORE_SECRET_ACCESS_KEY']!,
        sessionToken: null,
        region: env['STORE_REGION'] ?? region,
        endpoint: endpoint!,
      },
      async start() {
        await start!();
        await eventually(() => answers(endpoint!), { what: 'the S3 server answers' });
      },
      stop: stop!,
      close: async () => {},
    }),
  };
}

/** By the name that `STORE_SERVER` has for them. */
export const s3Kinds = {
  versitygw: versitygw(),
  minio: minio(process.env),
  given: given(process.env),
} satisfies Record<string, S3Kind>;
