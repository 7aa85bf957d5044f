/** Several processes of one service: api and worker processes on one database, embedded or somebody else's. */
import { join } from 'node:path';
import type { DatabaseServer } from '../../../src/db/database-server.ts';
import { startEmbeddedPostgres } from '../../../src/db/embedded-postgres.ts';
import type { Db } from '../../../src/db/postgres.ts';
import { createSilentLog } from '../../../src/log/log.ts';
import { eventually } from '../../support/eventually.ts';
import { findPostmaster, openCheckerDb, openCheckerDbAt } from './postgres-process.ts';
import { choosePort, makeFaultFolder, type ServiceProcess, startServiceProcess } from './service-process.ts';

export interface ApiProcess extends ServiceProcess {
  url: string;
}

export interface Cast {
  apis: ApiProcess[];
  workers: ServiceProcess[];
  db: Db;
  /** For operator's commands. */
  env: Record<string, string>;
  addWorker(): Promise<ServiceProcess>;
  /** Ready at the same address, in the place of one that has died. */
  replaceApi(index: number): Promise<ApiProcess>;
  replaceWorker(index: number): Promise<ServiceProcess>;
  close(): Promise<void>;
}

export type DatabaseKind = 'embedded' | 'DATABASE_URL';

export interface CastOptions {
  database: DatabaseKind;
  apis: number;
  workers: number;
  /** Over those of the cast. */
  env?: Record<string, string>;
  /** In a folder of the caller's, who removes it after `close`. */
  folder: string;
}

export async function openCast({ database, apis, workers, folder, env: more = {} }: CastOptions): Promise<Cast> {
  const dataFolder = join(folder, 'data');
  const server = database === 'embedded' ? undefined : await startForeignServer(folder);
  const env: Record<string, string> = {
    AFTERIMAGE_DATA_DIR: dataFolder,
    AFTERIMAGE_EGRESS_ALLOW: '127.0.0.0/8',
    ...(server !== undefined && { DATABASE_URL: server.connection.url }),
    ...more,
  };
  const everyone = new Set<ServiceProcess>();
  let starts = 0;
  const start = (changes: Record<string, string>) => {
    starts += 1;
    const logFile = join(folder, `process-${starts}.log`);
    const started = startServiceProcess({ dataFolder, logFile, env: { ...env, ...changes } });
    everyone.add(started);
    void started.ended.then(() => everyone.delete(started));
    return started;
  };
  const startApiAt = (port: string): ApiProcess => ({
    ...start({ AFTERIMAGE_ROLES: 'api', PORT: port }),
    url: `http://127.0.0.1:${port}`,
  });
  const startApi = async () => startApiAt(String(await choosePort()));
  const startWorker = () => start({ AFTERIMAGE_ROLES: 'worker', AFTERIMAGE_PUBLIC_URL: 'http://127.0.0.1:8080' });
  let db: Db | undefined;
  const close = async () => {
    await db?.close();
    await Promise.all([...everyone].map(end));
    await server?.stop();
    if (server === undefined) await endPostgres(dataFolder);
  };
  try {
    const apiProcesses = await Promise.all(Array.from({ length: apis }, startApi));
    const workerProcesses = Array.from({ length: workers }, startWorker);
    await Promise.all([...everyone].map((one) => one.ready()));
    db = server === undefined ? openCheckerDb(dataFolder) : openCheckerDbAt(server.connection.url);
    return {
      apis: apiProcesses,
      workers: workerProcesses,
      db,
      env,
      close,
      async addWorker() {
        const worker = startWorker();
        workerProcesses.push(worker);
        await worker.ready();
        return worker;
      },
      async replaceApi(index) {
        const api = startApiAt(new URL(apiProcesses[index]!.url).port);
        apiProcesses[index] = api;
        await api.ready();
        return api;
      },
      async replaceWorker(index) {
        const worker = startWorker();
        workerProcesses[index] = worker;
        await worker.ready();
        return worker;
      },
    };
  } catch (fault) {
    await close();
    throw fault;
  }
}

/** Stands for a server that somebody else runs: the service only gets its address. */
function startForeignServer(folder: string): Promise<DatabaseServer> {
  return startEmbeddedPostgres({ folder: join(folder, 'foreign-postgres'), log: createSilentLog() });
}

async function end(one: ServiceProcess): Promise<void> {
  one.signal('SIGKILL');
  await one.ended;
}

export async function endPostgres(dataFolder: string): Promise<void> {
  const postmaster = findPostmaster(dataFolder);
  if (postmaster === undefined) return;
  process.kill(postmaster, 'SIGQUIT');
  await eventually(() => findPostmaster(dataFolder) === undefined || undefined, {
    what: 'PostgreSQL is gone',
    seconds: 30,
  });
}

/** A cast in a folder of its own, both gone when `play` has ended. */
export async function withCast<Result>(
  options: Omit<CastOptions, 'folder'>,
  play: (cast: Cast) => Promise<Result>,
): Promise<Result> {
  const folder = makeFaultFolder();
  try {
    const cast = await openCast({ ...options, folder: folder.path });
    try {
      return await play(cast);
    } finally {
      await cast.close();
    }
  } finally {
    await folder.remove();
  }
}
