/** What every other room sees of the configuration: values that were checked, under names of our own. */
import { join } from 'node:path';

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** Requests a minute a key, but for `api`; undefined is no limit. */
export interface RateLimits {
  submit: number | undefined;
  status: number | undefined;
  list: number | undefined;
  balance: number | undefined;
  /** Of a pull worker's key. */
  engine: number | undefined;
  /** To the account interface, of an account. */
  api: number | undefined;
  /** Status checks of the families that the specification limits, counted together: always limited. */
  o3Status: number;
}

/** One row of the table "Environment" each. */
export interface EnvironmentSettings extends TelemetrySettings {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Null: the address the service listens on; see `publicAddress`. */
  publicUrl: string | null;
  /** Null: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null;
  /** Past a pooler: null where `databaseUrl` is no pooler's. */
  databaseDirectUrl: string | null;
  /** Of this process; null: as many as it likes. */
  databaseConnections: number | null;
  dataFolder: string;
  /** `s3://bucket` or `s3://bucket/prefix`; null: a folder under the data folder. */
  media: string | null;
  /** How a media link is answered: with the bytes, or with the way to them. */
  mediaLinks: 'serve' | 'redirect';
  /** The usual variables of S3; they count where media lies there. */
  s3AccessKeyId: string | null;
  s3SecretAccessKey: string | null;
  s3SessionToken: string | null;
  s3Region: string | null;
  /** Null: AWS. */
  s3Endpoint: string | null;
  /** Newest first; null: those in `secret.key` in the data folder. */
  secretKeys: [Buffer, ...Buffer[]] | null;
  /** Null: `afterimage.yaml` in the data folder, if there is one. */
  settingsFile: string | null;
  /** Null: `engines.yaml` in the data folder, if there is one. */
  enginesFile: string | null;
  /** CIDRs. */
  egressAllow: string[];
  /** CIDRs: whose word about the caller's address and scheme is believed. */
  trustedProxies: string[];
  webhookRetrySeconds: number;
  roles: { api: boolean; worker: boolean };
  ownerEmail: string;
  /** Whether strangers may make an account. */
  signUp: 'open' | 'closed';
  /** Null: no OpenID provider. */
  oidcIssuer: string | null;
  oidcClientId: string | null;
  /** Null: a public client, protected by PKCE alone. */
  oidcClientSecret: string | null;
  /** What the sign-in button calls the provider. */
  oidcName: string;
  /** Null: anybody who reaches the service may read its metrics. */
  metricsToken: string | null;
  /** Where probes and metrics are answered besides; null: nowhere. */
  probePort: number | null;
  /** `off`: the start waits until somebody else has brought the database up to date. */
  migrate: 'on' | 'off';
  /** How long what is under way may go on when the service is told to stop; null: as each part has it. */
  stopSeconds: number | null;
  logLevel: LogLevel;
}

/** OpenTelemetry's own variables, those of them that are read here and not by its library. */
export interface TelemetrySettings {
  /** Null: nothing is traced, unless there is an address for traces alone. */
  telemetryEndpoint: string | null;
  tracesEndpoint: string | null;
  telemetryHeaders: string | null;
  telemetryProtocol: string;
  telemetryDisabled: 'true' | 'false';
  tracesSampler: string;
  tracesSamplerShare: number;
}

/** By family slug, then by price item; ten-thousandths of a dollar. */
export type Prices = Record<string, Record<string, number>>;
/** By family slug, then by failure code: whether the price is given back. */
export type RefundTable = Record<string, Record<string, boolean>>;
/** By family slug or variant (`alpha-motion`), in seconds from submission. */
export type TimeLimits = Record<string, number>;

/** A certificate, with its issuers after it, and its key. */
export interface CredentialFiles {
  certificate: string;
  key: string;
}

/** One row of the table "Settings file" each. */
export interface FileSettings {
  prices: Prices;
  refundTable: RefundTable;
  timeLimits: TimeLimits;
  rateLimits: RateLimits;
  linkHours: number;
  mediaDays: number;
  /** Null: for ever. */
  recordsDays: number | null;
  /** Generations that one worker process renders at once. */
  concurrency: number;
  /** Paths of PEM files; null: the service makes its own. */
  provenance: CredentialFiles | null;
}

export interface Settings extends EnvironmentSettings, FileSettings {
  refunds(family: string, code: string): boolean;
}

/** The address that links carry. A wildcard is an address to listen on, not one to call. */
export function publicAddress(settings: Pick<EnvironmentSettings, 'host' | 'port' | 'publicUrl'>): string {
  if (settings.publicUrl !== null) return settings.publicUrl;
  const host = settings.host === '0.0.0.0' ? '127.0.0.1' : settings.host === '::' ? '::1' : settings.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${settings.port}`;
}

/** Whether other machines can reach it. A host name may lead anywhere. */
export function listensBeyondThisMachine({ host }: Pick<EnvironmentSettings, 'host'>): boolean {
  return !/^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);
}

/** Where the embedded PostgreSQL lives: the service and every command must look in the same place. */
export function databaseFolder({ dataFolder }: Pick<EnvironmentSettings, 'dataFolder'>): string {
  return join(dataFolder, 'postgres');
}

export function settingsFile({ settingsFile, dataFolder }: EnvironmentSettings): string {
  return settingsFile ?? join(dataFolder, 'afterimage.yaml');
}

export function enginesFile({
  enginesFile,
  dataFolder,
}: Pick<EnvironmentSettings, 'enginesFile' | 'dataFolder'>): string {
  return enginesFile ?? join(dataFolder, 'engines.yaml');
}
