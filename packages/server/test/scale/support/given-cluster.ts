/** A cluster of PostgreSQL that is there already, as Patroni's: its leader ends by the commands that are given with it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { eventually } from '../../support/eventually.ts';

const run = promisify(execFile);

export interface LeaderChange {
  /** When the leader was gone, or was told to go. */
  beganAt: number;
  /** When another took writes. */
  leaderAt: number;
  /** All servers are there again, and the leader waits for one of them. */
  heal(): Promise<void>;
}

export interface GivenCluster {
  readonly url: string;
  change(what: 'kill -9' | 'switchover'): Promise<LeaderChange>;
  ask<Row extends object>(text: string): Promise<Row[]>;
}

/** Null where none is given: see docs/postgresql.md. Its database is empty, and ours from now on. */
export function givenCluster(env: Readonly<Record<string, string | undefined>> = process.env): GivenCluster | null {
  const url = env['FAILOVER_DATABASE_URL'];
  if (url === undefined) return null;
  const commandOf = (name: string) => {
    const command = env[name];
    if (command === undefined) throw new Error(`FAILOVER_DATABASE_URL is set; ${name} must be set too.`);
    return () => run('sh', ['-c', command]);
  };
  const commands = { 'kill -9': commandOf('FAILOVER_KILL'), switchover: commandOf('FAILOVER_SWITCHOVER') };
  const revive = commandOf('FAILOVER_REVIVE');
  const [, before, hosts, after] = /^(.*@)([^/]+)(\/[^?]*)/.exec(url) ?? [];
  if (hosts === undefined)
    throw new Error('FAILOVER_DATABASE_URL must be postgres://user:password@host:port,host:port/database.');
  const servers = hosts.split(',').map((host) => `${before}${host}${after}`);

  async function askOne<Row extends object>(server: string, text: string): Promise<Row[]> {
    const client = new Client({ connectionString: server, connectionTimeoutMillis: 1_000, query_timeout: 30_000 });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows as Row[];
    } finally {
      await client.end().catch(() => {});
    }
  }

  const leads = (server: string) =>
    askOne<{ leads: boolean }>(server, 'select not pg_is_in_recovery() as leads').then(
      ([row]) => row!.leads,
      () => false,
    );

  async function findLeader(but?: string): Promise<string | undefined> {
    const found = await Promise.all(servers.map(async (server) => server !== but && (await leads(server))));
    return servers[found.indexOf(true)];
  }

  const leader = () => eventually(() => findLeader(), { what: 'a server takes writes', seconds: 120 });

  /** Without a standby that confirms, the next kill could lose what was acknowledged, whatever the service does. */
  async function isWhole(): Promise<boolean> {
    const [row] = await askOne<{ standbys: number; confirming: string }>(
      await leader(),
      `select count(*)::integer as standbys, current_setting('synchronous_standby_names') as confirming from pg_stat_replication`,
    );
    return row!.standbys === servers.length - 1 && row!.confirming !== '';
  }

  return {
    url,
    ask: async (text) => askOne(await leader(), text),
    async change(what) {
      const old = await leader();
      const beganAt = performance.now();
      await commands[what]();
      await eventually(() => findLeader(old), { what: 'another server takes writes', seconds: 120 });
      const leaderAt = performance.now();
      return {
        beganAt,
        leaderAt,
        async heal() {
          if (what === 'kill -9') await revive();
          await eventually(() => isWhole().catch(() => false), { what: 'all servers are there', seconds: 180 });
        },
      };
    },
  };
}
