/** Every setting there is, once: reading, `afterimage config` and docs/configuration.md all follow from these two tables. */
import { join } from 'node:path';
import {
  apiRequestsMax,
  counted,
  linkHours,
  mediaDays,
  rateMax,
  statusChecksMax,
  webhookRetrySeconds,
} from '@afterimage/contract';
import { connectionsLeast } from './connection-shares.ts';
import {
  defaultPrices,
  defaultRefundTable,
  defaultTimeLimits,
  priceTable,
  rateLimitTable,
  refundTable,
  timeLimitTable,
} from './family-tables.ts';
import * as kinds from './kinds.ts';
import type { Table } from './setting.ts';
import {
  databaseFolder,
  type EnvironmentSettings,
  enginesFile,
  type FileSettings,
  publicAddress,
  type RateLimits,
  settingsFile,
} from './settings.ts';
import { telemetryVariables } from './telemetry-table.ts';

export const variables: Table<EnvironmentSettings> = {
  host: {
    name: 'HOST',
    kind: kinds.listenAddress,
    default: () => '127.0.0.1',
    meaning: 'The address to listen on. `0.0.0.0` listens on all; put TLS in front of it then.',
  },
  port: {
    name: 'PORT',
    kind: kinds.wholeNumber({ min: 0, max: 65_535 }),
    default: () => 8080,
    meaning: 'The port to listen on. `0` takes any free one.',
  },
  publicUrl: {
    name: 'AFTERIMAGE_PUBLIC_URL',
    kind: kinds.publicUrl,
    default: () => null,
    defaultSaid: '`http://HOST:PORT`',
    comesTo: publicAddress,
    meaning: 'The address under which callers reach the service: media links and sign-in links start with it.',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    kind: kinds.databaseUrl,
    default: () => null,
    defaultSaid: 'none: PostgreSQL 18 runs embedded, under the data folder',
    comesTo: (settings) => `embedded in ${databaseFolder(settings)}`,
    meaning:
      'A PostgreSQL 18 server of your own. Several hosts with commas (`postgres://user@h1,h2,h3/name`): whichever takes writes is ' +
      'used, and the next one when it moves.',
  },
  databaseDirectUrl: {
    name: 'DATABASE_DIRECT_URL',
    kind: kinds.databaseUrl,
    default: () => null,
    defaultSaid: 'none: `DATABASE_URL` leads to the server itself',
    meaning:
      'The same database past a pooler: for notifications and migrations. Set it when `DATABASE_URL` is a PgBouncer in ' +
      'transaction mode: statements then rely on nothing that outlives a transaction.',
  },
  databaseConnections: {
    name: 'AFTERIMAGE_DATABASE_CONNECTIONS',
    kind: kinds.optional(kinds.wholeNumber({ min: connectionsLeast, max: 1_000 })),
    default: () => null,
    defaultSaid: 'at most 24, of which an idle process holds about 8',
    meaning:
      'Connections to the database that this process may have. Of all processes together the server must allow more.',
  },
  dataFolder: {
    name: 'AFTERIMAGE_DATA_DIR',
    kind: kinds.path,
    default: ({ machine }) => join(machine.checkoutFolder, 'data'),
    defaultSaid: '`data` in the checkout, from whatever folder the command runs',
    meaning: 'Where the embedded database, media and scratch files lie. Processes of one service share it.',
  },
  media: {
    name: 'AFTERIMAGE_MEDIA',
    kind: kinds.mediaAddress,
    default: () => null,
    defaultSaid: 'none: a folder under the data folder',
    comesTo: ({ dataFolder }) => join(dataFolder, 'media'),
    meaning:
      'Where new media goes: `s3://bucket/prefix`, a bucket that is there, of AWS or any store that speaks S3. ' +
      'What was kept elsewhere before is still read from there.',
  },
  mediaLinks: {
    name: 'AFTERIMAGE_MEDIA_LINKS',
    kind: kinds.serveOrRedirect,
    default: () => 'serve',
    meaning:
      'How a link to media in a bucket is answered: `serve` sends the bytes through the service, `redirect` sends the ' +
      'reader to the store, with a signed address that is good for five minutes.',
  },
  s3AccessKeyId: {
    name: 'AWS_ACCESS_KEY_ID',
    kind: kinds.optionalWords,
    default: () => null,
    defaultSaid: 'none; needed with `s3://`',
    meaning: 'The key of the store. It must be allowed to list the bucket, and to read, write and delete in it.',
  },
  s3SecretAccessKey: {
    name: 'AWS_SECRET_ACCESS_KEY',
    kind: kinds.secretText,
    default: () => null,
    defaultSaid: 'none; needed with `s3://`',
    meaning: 'The secret of that key.',
  },
  s3SessionToken: {
    name: 'AWS_SESSION_TOKEN',
    kind: kinds.secretText,
    default: () => null,
    defaultSaid: 'none',
    meaning: 'Where the key is a temporary one. The service does not renew it.',
  },
  s3Region: {
    name: 'AWS_REGION',
    kind: kinds.region,
    default: () => null,
    defaultSaid: 'none; needed with `s3://`',
    meaning: 'The region of the bucket. Stores of your own have one too: `us-east-1` where nothing else was set there.',
  },
  s3Endpoint: {
    name: 'AWS_ENDPOINT_URL_S3',
    kind: kinds.endpoint,
    default: () => null,
    defaultSaid: 'none: AWS',
    meaning: 'The address of a store that is not AWS. Its buckets are addressed as parts of the path.',
  },
  secretKeys: {
    name: 'AFTERIMAGE_SECRET_KEY',
    kind: kinds.secretKeys,
    default: () => null,
    defaultSaid: 'none: the first start makes one and keeps it as `secret.key` in the data folder',
    comesTo: ({ dataFolder }) => join(dataFolder, 'secret.key'),
    meaning:
      'The key that seals the secrets in the database (of webhooks, media links and outputs): 32 bytes in base64. ' +
      'Several with commas: the first seals, and all open.',
  },
  settingsFile: {
    name: 'AFTERIMAGE_CONFIG',
    kind: kinds.path,
    default: () => null,
    defaultSaid: '`afterimage.yaml` in the data folder; none is needed',
    comesTo: settingsFile,
    meaning: 'The settings file. Named here, it must exist.',
  },
  enginesFile: {
    name: 'AFTERIMAGE_ENGINES',
    kind: kinds.path,
    default: () => null,
    defaultSaid: '`engines.yaml` in the data folder; none is needed: the embedded engine serves everything',
    comesTo: enginesFile,
    meaning: "The operator's file: which engines there are and which makes what. Named here, it must exist.",
  },
  egressAllow: {
    name: 'AFTERIMAGE_EGRESS_ALLOW',
    kind: kinds.cidrs,
    default: () => [],
    defaultSaid: 'none',
    meaning: 'Private addresses that may be fetched (input media) or called (webhooks) all the same.',
  },
  trustedProxies: {
    name: 'AFTERIMAGE_TRUSTED_PROXIES',
    kind: kinds.cidrs,
    default: () => [],
    defaultSaid: 'none, not even this machine',
    meaning:
      "Reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. Everybody else's are only a claim.",
  },
  webhookRetrySeconds: {
    name: 'AFTERIMAGE_WEBHOOK_RETRY_SECONDS',
    kind: kinds.numberBetween({ min: 0, max: 86_400 }),
    default: () => webhookRetrySeconds,
    meaning: 'Seconds from the end of one attempt to deliver a webhook to the start of the next.',
  },
  roles: {
    name: 'AFTERIMAGE_ROLES',
    kind: kinds.roles,
    default: () => ({ api: true, worker: true }),
    meaning:
      'What this process does: `api` answers HTTP, `worker` runs generations and sends webhooks. ' +
      'Any number of processes may share the database and the data folder. ' +
      'A worker alone does not start without `AFTERIMAGE_PUBLIC_URL`; ' +
      'beside the embedded database `PORT` of a process that answers will do.',
  },
  ownerEmail: {
    name: 'AFTERIMAGE_OWNER_EMAIL',
    kind: kinds.email,
    default: () => 'owner@localhost',
    meaning:
      "The owner's address: the first start makes this account, with 100 USD of credit. Its owner is the operator.",
  },
  signUp: {
    name: 'AFTERIMAGE_SIGN_UP',
    kind: kinds.openOrClosed,
    default: () => 'closed',
    meaning: 'Whether anybody may make an account on the sign-in page. `closed`: the operator invites people.',
  },
  oidcIssuer: {
    name: 'AFTERIMAGE_OIDC_ISSUER',
    kind: kinds.issuerUrl,
    default: () => null,
    defaultSaid: 'none',
    meaning:
      'An OpenID provider that people may sign in with. It may have a private address. Register ' +
      '`AFTERIMAGE_PUBLIC_URL/api/oidc/return` there as the redirect address.',
  },
  oidcClientId: {
    name: 'AFTERIMAGE_OIDC_CLIENT_ID',
    kind: kinds.optionalWords,
    default: () => null,
    defaultSaid: 'none; needed with an issuer',
    meaning: 'The client id that the provider gave.',
  },
  oidcClientSecret: {
    name: 'AFTERIMAGE_OIDC_CLIENT_SECRET',
    kind: kinds.secretText,
    default: () => null,
    defaultSaid: 'none: a public client',
    meaning: 'The client secret that the provider gave.',
  },
  oidcName: {
    name: 'AFTERIMAGE_OIDC_NAME',
    kind: kinds.words,
    default: () => 'single sign-on',
    meaning: 'What the sign-in button calls the provider.',
  },
  metricsToken: {
    name: 'AFTERIMAGE_METRICS_TOKEN',
    kind: kinds.secretText,
    default: () => null,
    defaultSaid: 'none: anybody who reaches the service may read them',
    meaning: 'What `/metrics` asks for as `Authorization: Bearer …`.',
  },
  probePort: {
    name: 'AFTERIMAGE_PROBE_PORT',
    kind: kinds.optional(kinds.wholeNumber({ min: 0, max: 65_535 })),
    default: () => null,
    defaultSaid: 'none: only a process with the role `api` answers them, on its own port',
    meaning:
      'A port for `/healthz`, `/readyz` and `/metrics` alone: for workers, and for networks that keep them apart.',
  },
  migrate: {
    name: 'AFTERIMAGE_MIGRATE',
    kind: kinds.onOrOff,
    default: () => 'on',
    meaning:
      'Whether a start brings the database up to date. `off`: it waits, not ready, until `afterimage migrate` has done so; ' +
      'the role that the service connects as then needs no right to change the schema.',
  },
  stopSeconds: {
    name: 'AFTERIMAGE_STOP_SECONDS',
    kind: kinds.optional(kinds.numberBetween({ min: 0, max: 3_600 })),
    default: () => null,
    defaultSaid: '3 for generations and webhooks, 10 for requests',
    meaning:
      'How long what is under way may go on after a SIGTERM. Then generations are handed to another worker and requests are cut.',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    kind: kinds.logLevel,
    default: () => 'info',
    meaning: 'How much is logged to standard output.',
  },
  ...telemetryVariables,
};

/** A secret may stand in a file instead, as container platforms hand them out. */
export const secretFileVariable = (name: string): string => `${name}_FILE`;

/** What a caller's commands go by: no settings of the service, though they may stand in the same environment. */
export const callerVariables = { url: 'AFTERIMAGE_URL', apiKey: 'AFTERIMAGE_API_KEY' } as const;

const defaultRateLimits: RateLimits = {
  submit: undefined,
  status: undefined,
  list: undefined,
  balance: undefined,
  engine: undefined,
  api: apiRequestsMax,
  o3Status: statusChecksMax,
};

export const fileKeys: Table<FileSettings> = {
  prices: {
    name: 'prices',
    kind: priceTable,
    default: ({ families }) => defaultPrices(families),
    defaultSaid: 'the table below',
    meaning:
      'Prices in USD, by family and item, with at most four decimals; a family with one price may leave out the item. ' +
      'What is not named keeps its default.',
  },
  refundTable: {
    name: 'refunds',
    kind: refundTable,
    default: ({ families }) => defaultRefundTable(families),
    defaultSaid: 'the table below',
    meaning:
      'Which failure codes give the price back: `CODE: true` for every family, or the same under the name of one. ' +
      'One family wins over all.',
  },
  timeLimits: {
    name: 'time_limits',
    kind: timeLimitTable,
    default: ({ families }) => defaultTimeLimits(families),
    defaultSaid: 'the table below',
    meaning: 'Seconds from submission after which a generation ends with `TIMEOUT`, by family or variant.',
  },
  rateLimits: {
    name: 'rate_limits',
    kind: rateLimitTable(defaultRateLimits),
    default: () => ({ ...defaultRateLimits }),
    defaultSaid: `\`o3_status: ${statusChecksMax}\`, \`api: ${apiRequestsMax}\`, everything else \`off\``,
    meaning:
      'Requests a minute a key: `submit`, `status`, `list`, `balance`, and `engine` of a pull worker, each a whole number ' +
      `from 1 to ${counted(rateMax)} or \`off\`; ` +
      '`api`, an account and its sandbox twin at the account interface, likewise; and ' +
      '`o3_status`, the status checks of alpha o3-photo and o3-video together, always such a number.',
  },
  linkHours: {
    name: 'link_hours',
    kind: kinds.numberBetween({ min: 0.001, max: 8_760 }),
    default: () => linkHours,
    meaning: 'Hours for which a media link works.',
  },
  mediaDays: {
    name: 'media_days',
    kind: kinds.numberBetween({ min: 0.001, max: 3_650 }),
    default: () => mediaDays,
    meaning:
      'Days for which finished media is kept; while it is, the record gives fresh links. At most `records_days`, where that is set.',
  },
  recordsDays: {
    name: 'records_days',
    kind: kinds.wholeNumber({ min: 31, max: 36_500 }),
    default: () => null,
    defaultSaid: 'for ever',
    meaning:
      'Days for which generations that have ended are kept, with their webhooks. Then they go by whole months, and what they cost ' +
      'stays in the ledger as one entry for many.',
  },
  concurrency: {
    name: 'concurrency',
    kind: kinds.wholeNumber({ min: 1, max: 1_024 }),
    default: ({ machine }) => Math.max(1, machine.cores),
    defaultSaid: 'the number of CPU cores',
    meaning: 'Generations that one worker process renders at once.',
  },
  provenance: {
    name: 'provenance',
    kind: kinds.credentialFiles,
    default: () => null,
    defaultSaid: 'none: the first start makes a certificate and keeps it in the database',
    meaning:
      'Whose name stands under what the embedded engine makes (C2PA): `certificate`, an end certificate followed by its ' +
      'issuers, and its `key`, not encrypted. Only processes with the role `worker` read them.',
  },
};
