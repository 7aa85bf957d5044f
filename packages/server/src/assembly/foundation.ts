/** What the parts of the service stand on, once its settings are read and its database answers. */
import type { Family } from '@afterimage/contract';
import type { Settings } from '../config/config.ts';
import type { ConnectionShares } from '../config/connection-shares.ts';
import type { ConnectionSettings } from '../db/database-server.ts';
import type { Keyring } from '../db/keyring.ts';
import type { Db } from '../db/postgres.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { Timings } from './timings.ts';

export interface Foundation {
  settings: Settings;
  timings: Timings;
  families: readonly Family[];
  version: string;
  /** Where clients reach this service. */
  publicUrl: string;
  db: Db;
  /** Opens the secrets in the database. */
  keyring: Keyring;
  connection: ConnectionSettings;
  /** Past a pooler: what listens must keep its session. */
  direct: ConnectionSettings;
  shares: ConnectionShares;
  log: Log;
  metrics: Metrics;
  /** Null: nobody traces. */
  tracing: Tracing | null;
}

export type Stop = () => Promise<void>;
