/** Every setting, accepted and refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { effectiveSettings, readSettings, type SettingsSource, WrongSettings } from '../../src/config/read.ts';
import type { Settings } from '../../src/config/settings.ts';
import { fileKeys, variables } from '../../src/config/table.ts';

function source(env: Record<string, string>, yaml: string | null = null): SettingsSource {
  const machine = { checkoutFolder: '/checkout', workingFolder: '/here', cores: 6 };
  return { env, families, machine, readText: () => yaml };
}

const fromVariables = (env: Record<string, string>): Settings => readSettings(source(env));
const fromFile = (yaml: string): Settings => readSettings(source({}, yaml));

function faultsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (fault) {
    assert.ok(fault instanceof WrongSettings, String(fault));
    return fault.faults;
  }
  throw new assert.AssertionError({ message: 'the settings were accepted' });
}

test('without any configuration every setting has its documented default', () => {
  const { refunds, prices, refundTable, timeLimits, ...plain } = fromVariables({});
  assert.deepEqual(plain, {
    host: '127.0.0.1',
    port: 8080,
    publicUrl: null,
    databaseUrl: null,
    databaseDirectUrl: null,
    databaseConnections: null,
    dataFolder: '/checkout/data',
    media: null,
    mediaLinks: 'serve',
    s3AccessKeyId: null,
    s3SecretAccessKey: null,
    s3SessionToken: null,
    s3Region: null,
    s3Endpoint: null,
    secretKeys: null,
    settingsFile: null,
    enginesFile: null,
    egressAllow: [],
    trustedProxies: [],
    webhookRetrySeconds: 30,
    roles: { api: true, worker: true },
    ownerEmail: 'owner@localhost',
    signUp: 'closed',
    oidcIssuer: null,
    oidcClientId: null,
    oidcClientSecret: null,
    oidcName: 'single sign-on',
    metricsToken: null,
    probePort: null,
    migrate: 'on',
    stopSeconds: null,
    logLevel: 'info',
    telemetryEndpoint: null,
    tracesEndpoint: null,
    telemetryHeaders: null,
    telemetryProtocol: 'http/protobuf',
    telemetryDisabled: 'false',
    tracesSampler: 'parentbased_always_on',
    tracesSamplerShare: 1,
    rateLimits: {
      submit: undefined,
      status: undefined,
      list: undefined,
      balance: undefined,
      api: 1200,
      engine: undefined,
      o3Status: 60,
    },
    linkHours: 24,
    mediaDays: 7,
    recordsDays: null,
    concurrency: 6,
    provenance: null,
  });
  assert.equal(prices.alpha!['alpha_2.6/5s'], 3500);
  assert.equal(timeLimits['alpha-motion'], 1200);
  for (const code of ['TIMEOUT', 'TASK_FAILED', 'MAINTENANCE']) assert.equal(refunds('alpha-o3-video', code), true);
  assert.equal(refunds('epsilon-images', 'API_ERROR'), true);
  assert.equal(refunds('epsilon-images', 'VENDOR_DECLINED'), false);
  assert.equal(refunds('gamma', 'UNSAFE_CONTENT'), false);
  assert.equal(refundTable.gamma!.UNSAFE_CONTENT, false);
});

const accepted: [name: string, value: string, key: keyof Settings, read: unknown][] = [
  ['HOST', '0.0.0.0', 'host', '0.0.0.0'],
  ['HOST', '::1', 'host', '::1'],
  ['HOST', 'media.internal', 'host', 'media.internal'],
  ['HOST', '', 'host', '127.0.0.1'],
  ['PORT', '0', 'port', 0],
  ['PORT', ' 65535 ', 'port', 65535],
  ['DATABASE_URL', 'postgres://u:p@h:5432/d', 'databaseUrl', 'postgres://u:p@h:5432/d'],
  ['DATABASE_URL', 'postgresql://h/d?sslmode=require', 'databaseUrl', 'postgresql://h/d?sslmode=require'],
  ['DATABASE_URL', 'postgres://u@h1,h2:5433/d', 'databaseUrl', 'postgres://u@h1,h2:5433/d'],
  ['AFTERIMAGE_DATABASE_CONNECTIONS', '12', 'databaseConnections', 12],
  ['AFTERIMAGE_DATA_DIR', '/var/lib/x', 'dataFolder', '/var/lib/x'],
  ['AFTERIMAGE_DATA_DIR', 'x', 'dataFolder', '/here/x'],
  ['AFTERIMAGE_MEDIA_LINKS', 'Serve', 'mediaLinks', 'serve'],
  ['AWS_ACCESS_KEY_ID', 'AKID', 's3AccessKeyId', 'AKID'],
  ['AWS_SECRET_ACCESS_KEY', 'hunter2', 's3SecretAccessKey', 'hunter2'],
  ['AWS_SESSION_TOKEN', 'hunter2', 's3SessionToken', 'hunter2'],
  ['AWS_REGION', 'eu-central-1', 's3Region', 'eu-central-1'],
  ['AWS_ENDPOINT_URL_S3', 'http://127.0.0.1:9000/', 's3Endpoint', 'http://127.0.0.1:9000'],
  ['AFTERIMAGE_PUBLIC_URL', 'https://m.example.com/', 'publicUrl', 'https://m.example.com'],
  ['AFTERIMAGE_PUBLIC_URL', 'http://m.example.com:81/media', 'publicUrl', 'http://m.example.com:81/media'],
  ['AFTERIMAGE_EGRESS_ALLOW', '10.0.0.0/8, fd00::/8', 'egressAllow', ['10.0.0.0/8', 'fd00::/8']],
  ['AFTERIMAGE_EGRESS_ALLOW', '127.0.0.1', 'egressAllow', ['127.0.0.1/32']],
  ['AFTERIMAGE_TRUSTED_PROXIES', '10.0.0.1, fd00::/8', 'trustedProxies', ['10.0.0.1/32', 'fd00::/8']],
  ['AFTERIMAGE_WEBHOOK_RETRY_SECONDS', '0.5', 'webhookRetrySeconds', 0.5],
  ['AFTERIMAGE_ROLES', 'api', 'roles', { api: true, worker: false }],
  ['AFTERIMAGE_ROLES', 'worker, api', 'roles', { api: true, worker: true }],
  ['AFTERIMAGE_OWNER_EMAIL', 'ada@example.com', 'ownerEmail', 'ada@example.com'],
  ['AFTERIMAGE_SIGN_UP', 'Open', 'signUp', 'open'],
  ['AFTERIMAGE_OIDC_CLIENT_ID', 'afterimage', 'oidcClientId', 'afterimage'],
  ['AFTERIMAGE_OIDC_CLIENT_SECRET', 'hunter2', 'oidcClientSecret', 'hunter2'],
  ['AFTERIMAGE_OIDC_NAME', 'the staff login', 'oidcName', 'the staff login'],
  ['AFTERIMAGE_METRICS_TOKEN', 'scrape me', 'metricsToken', 'scrape me'],
  ['AFTERIMAGE_PROBE_PORT', '9090', 'probePort', 9090],
  ['AFTERIMAGE_MIGRATE', 'OFF', 'migrate', 'off'],
  ['AFTERIMAGE_STOP_SECONDS', '25', 'stopSeconds', 25],
  ['LOG_LEVEL', 'DEBUG', 'logLevel', 'debug'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/', 'telemetryEndpoint', 'http://collector:4318'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'https://c.example/x/y', 'tracesEndpoint', 'https://c.example/x/y'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'key=hush', 'telemetryHeaders', 'key=hush'],
  ['OTEL_SDK_DISABLED', 'TRUE', 'telemetryDisabled', 'true'],
  ['OTEL_TRACES_SAMPLER', 'traceidratio', 'tracesSampler', 'traceidratio'],
  ['OTEL_TRACES_SAMPLER_ARG', '0.25', 'tracesSamplerShare', 0.25],
];

for (const [name, value, key, read] of accepted) {
  test(`${name}=${JSON.stringify(value)} is accepted`, () => {
    assert.deepEqual(fromVariables({ [name]: value })[key], read);
  });
}

const refused: [name: string, value: string][] = [
  ['HOST', 'a b'],
  ['HOST', '999.1.1.1'],
  ['HOST', 'http://127.0.0.1'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['AFTERIMAGE_DATABASE_CONNECTIONS', '11'],
  ['AFTERIMAGE_DATA_DIR', 'a\0b'],
  ['AFTERIMAGE_MEDIA', 'gs://bucket/prefix'],
  ['AFTERIMAGE_MEDIA', '/var/lib/media'],
  ['AFTERIMAGE_MEDIA_LINKS', 'both'],
  ['AWS_REGION', 'eu central'],
  ['AWS_ENDPOINT_URL_S3', '127.0.0.1:9000'],
  ['AWS_ENDPOINT_URL_S3', 'https://u:p@s3.example.com'],
  ['AFTERIMAGE_PUBLIC_URL', 'media.example.com'],
  ['AFTERIMAGE_PUBLIC_URL', 'ftp://media.example.com'],
  ['AFTERIMAGE_PUBLIC_URL', 'https://u:p@media.example.com'],
  ['AFTERIMAGE_PUBLIC_URL', 'https://media.example.com/?a=b'],
  ['AFTERIMAGE_EGRESS_ALLOW', '10.0.0.0/33'],
  ['AFTERIMAGE_EGRESS_ALLOW', 'intranet/8'],
  ['AFTERIMAGE_EGRESS_ALLOW', '10.0.0.0/8/8'],
  ['AFTERIMAGE_TRUSTED_PROXIES', 'loopback'],
  ['AFTERIMAGE_WEBHOOK_RETRY_SECONDS', 'soon'],
  ['AFTERIMAGE_WEBHOOK_RETRY_SECONDS', '-3'],
  ['AFTERIMAGE_ROLES', 'api,cook'],
  ['AFTERIMAGE_ROLES', ','],
  ['AFTERIMAGE_OWNER_EMAIL', 'owner'],
  ['AFTERIMAGE_SIGN_UP', 'maybe'],
  ['AFTERIMAGE_OIDC_ISSUER', 'http://login.example.com'],
  ['AFTERIMAGE_OIDC_ISSUER', 'login.example.com'],
  ['AFTERIMAGE_OIDC_ISSUER', 'https://u:p@login.example.com'],
  ['AFTERIMAGE_PROBE_PORT', '65536'],
  ['AFTERIMAGE_MIGRATE', 'later'],
  ['AFTERIMAGE_STOP_SECONDS', '3601'],
  ['LOG_LEVEL', 'loud'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
];

for (const [name, value] of refused) {
  test(`${name}=${JSON.stringify(value)} is refused in a sentence with its name, its value and the form`, () => {
    const [sentence, ...more] = faultsOf(() => fromVariables({ [name]: value }));
    assert.deepEqual(more, []);
    assert.ok(sentence!.startsWith(`${name} is ${JSON.stringify(value)}; it must be `), sentence!);
    assert.match(sentence!, /\.$/);
  });
}

test('a wrong DATABASE_URL is refused without showing its password', () => {
  const [sentence] = faultsOf(() => fromVariables({ DATABASE_URL: 'mysql://root:hunter2@h/d' }));
  assert.match(sentence!, /^DATABASE_URL .* must be a postgres:\/\/ address/);
  assert.doesNotMatch(sentence!, /hunter2/);
});

test('every variable of the table is in the tables of these tests', () => {
  const tested = new Set([...accepted, ...refused].map(([name]) => name));
  const names = Object.values(variables).map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => !tested.has(name)),
    ['DATABASE_DIRECT_URL', 'AFTERIMAGE_SECRET_KEY', 'AFTERIMAGE_CONFIG', 'AFTERIMAGE_ENGINES'],
  );
});

test('AFTERIMAGE_CONFIG names the file that is read, and must exist', () => {
  const filesRead: string[] = [];
  const reading = (text: string | null): SettingsSource => ({
    ...source({ AFTERIMAGE_CONFIG: 'my.yaml' }),
    readText(file) {
      filesRead.push(file);
      return text;
    },
  });
  assert.equal(readSettings(reading('media_days: 3')).mediaDays, 3);
  assert.deepEqual(filesRead, ['/here/my.yaml']);
  assert.deepEqual(
    faultsOf(() => readSettings(reading(null))),
    ['AFTERIMAGE_CONFIG is "/here/my.yaml"; it must be a file that can be read.'],
  );
});

test('AFTERIMAGE_ENGINES must name a file that exists', () => {
  assert.deepEqual(
    faultsOf(() => fromVariables({ AFTERIMAGE_ENGINES: 'mine.yaml' })),
    ['AFTERIMAGE_ENGINES is "/here/mine.yaml"; it must be a file that can be read.'],
  );
  assert.equal(readSettings(source({ AFTERIMAGE_ENGINES: 'mine.yaml' }, '')).enginesFile, '/here/mine.yaml');
});

const unknown: [name: string, question: string][] = [
  ['AFTERIMAGE_ROLE', 'is AFTERIMAGE_ROLES meant?'],
  ['AFTERIMAGE_DATABASE_URL', 'is DATABASE_URL meant, which has no prefix?'],
  ['AFTERIMAGE_PORT', 'is PORT meant, which has no prefix?'],
  ['AFTERIMAGE_HOST', 'is HOST meant, which has no prefix?'],
  ['AFTERIMAGE_LOGLEVEL', 'is LOG_LEVEL meant, which has no prefix?'],
  ['AFTERIMAGE_DATA', 'is AFTERIMAGE_DATA_DIR meant?'],
  ['AFTERIMAGE_WEBHOOK_RETRY', 'is AFTERIMAGE_WEBHOOK_RETRY_SECONDS meant?'],
  ['AFTERIMAGE_APIKEY', 'is AFTERIMAGE_API_KEY meant?'],
  ['AFTERIMAGE_CONCURRENCY', 'is concurrency in the settings file meant?'],
  ['AFTERIMAGE_NOPE', 'docs/configuration.md lists those there are.'],
  ['AFTERIMAGE_', 'docs/configuration.md lists those there are.'],
];

for (const [name, question] of unknown) {
  test(`${name} is no setting, and the fault says what is meant`, () => {
    assert.deepEqual(
      faultsOf(() => fromVariables({ [name]: '1' })),
      [`${name} is not a setting; ${question}`],
    );
    assert.equal(fromVariables({ [name]: ' ' }).port, 8080, 'an empty variable counts as not set');
  });
}

test("variables of other programs, of our clients and of Kubernetes' service links are not looked at", () => {
  const clients = { AFTERIMAGE_API_KEY: 'of a client', AFTERIMAGE_URL: 'http://h', PATH: '/bin', PORTS: 'x' };
  const pod = {
    AFTERIMAGE_SERVICE_HOST: '10.0.0.1',
    AFTERIMAGE_SERVICE_PORT_HTTP: '80',
    AFTERIMAGE_PORT: 'tcp://10.0.0.1:80',
    AFTERIMAGE_API_PORT_80_TCP_ADDR: '10.0.0.1',
  };
  assert.equal(fromVariables({ ...clients, ...pod }).port, 8080);
});

test('all faults of variables and file are listed at once', () => {
  const yaml = 'media_days: never\ncolour: blue\nprices: {alpha: {nothing: 1}}';
  const faults = faultsOf(() => readSettings(source({ PORT: 'x', LOG_LEVEL: 'y', AFTERIMAGE_ROLLES: 'z' }, yaml)));
  assert.equal(faults.length, 6, faults.join('\n'));
});

const acceptedLines: [yaml: string, look: (settings: Settings) => unknown, read: unknown][] = [
  ['', (s) => s.mediaDays, 7],
  ['# nothing yet', (s) => s.mediaDays, 7],
  ['prices:', (s) => s.prices.delta, { delta: 200 }],
  ['prices: {alpha: {alpha_2.6/5s: 0.30}}', (s) => s.prices.alpha!['alpha_2.6/5s'], 3000],
  ['prices: {alpha generic: {alpha_2.6/5s: "0.3001"}}', (s) => s.prices.alpha!['alpha_2.6/5s'], 3001],
  ['prices: {o3-video: {alpha_o3/5s: 0}}', (s) => s.prices['alpha-o3-video']!['alpha_o3/5s'], 0],
  ['prices: {alpha: {alpha_2.6/5s: 0.30}}', (s) => s.prices.alpha!['alpha_2.6/10s'], 7000],
  ['prices: {delta: 0.03}', (s) => s.prices.delta, { delta: 300 }],
  ['refunds: {CONTENT_POLICY_VIOLATION: true}', (s) => s.refunds('beta', 'CONTENT_POLICY_VIOLATION'), true],
  ['refunds: {TIMEOUT: false}', (s) => s.refunds('gamma', 'TIMEOUT'), false],
  ['refunds: {gamma: {TIMEOUT: true}, TIMEOUT: false}', (s) => s.refunds('gamma', 'TIMEOUT'), true],
  ['refunds: {gamma: {TIMEOUT: true}, TIMEOUT: false}', (s) => s.refunds('beta', 'TIMEOUT'), false],
  ['time_limits: {beta: 90}', (s) => s.timeLimits.beta, 90],
  ['time_limits: {alpha-motion: 1800}', (s) => [s.timeLimits['alpha-motion'], s.timeLimits.alpha], [1800, 900]],
  ['time_limits: {alpha/o3-video: 60}', (s) => s.timeLimits['alpha-o3-video'], 60],
  ['rate_limits: {submit: 120, list: off}', (s) => [s.rateLimits.submit, s.rateLimits.list], [120, undefined]],
  ['rate_limits: {api: off}', (s) => [s.rateLimits.api], [undefined]],
  ['rate_limits: {o3_status: 300, balance: 5}', (s) => [s.rateLimits.o3Status, s.rateLimits.balance], [300, 5]],
  ['link_hours: 0.5', (s) => s.linkHours, 0.5],
  ['media_days: "30"', (s) => s.mediaDays, 30],
  ['records_days: 400', (s) => s.recordsDays, 400],
  ['concurrency: 1', (s) => s.concurrency, 1],
  [
    'provenance: {certificate: chain.pem, key: /etc/key.pem}',
    (s) => s.provenance,
    { certificate: '/here/chain.pem', key: '/etc/key.pem' },
  ],
];

for (const [yaml, look, read] of acceptedLines) {
  test(`the file ${JSON.stringify(yaml)} is accepted`, () => {
    assert.deepEqual(look(fromFile(yaml)), read);
  });
}

const refusedLines: [yaml: string, sentence: RegExp][] = [
  ['price: {}', /^price in .*afterimage\.yaml is not a setting; it must be one of prices, refunds/],
  ['[1, 2]', /holds \[1,2\]; it must hold keys/],
  ['prices: {alpha: {', /is not YAML: .* at line 1/],
  ['media_days: 1\nmedia_days: 2', /is not YAML: .*unique/],
  ['media_days: *days', /is not YAML: Unresolved alias .*: days\.$/],
  ['media_days: &days [*days]', /is not YAML: Converting circular structure to JSON\.$/],
  ['prices: 3', /^prices is 3; it must be families/],
  ['prices: {omega: {x: 1}}', /^prices\.omega is not a family; it must be one of alpha, /],
  ['prices: {beta: {5s: 1}}', /^prices\.beta\.5s is not an item of this family; it must be one of /],
  ['prices: {beta: 1}', /^prices\.beta is 1; it must be items with a price\./],
  ['prices: {delta: {delta: 0.00001}}', /^prices\.delta\.delta is 0\.00001; it must be a price in USD/],
  ['prices: {delta: {delta: -1}}', /^prices\.delta\.delta is -1; it must be a price/],
  ['prices: {delta: {delta: cheap}}', /^prices\.delta\.delta is "cheap"; it must be a price/],
  ['refunds: {TIMEOUT: sometimes}', /^refunds\.TIMEOUT is "sometimes"; it must be true or false\./],
  ['refunds: {OOPS: true}', /^refunds\.OOPS is neither a failure code nor a family/],
  ['refunds: {gamma: {API_ERROR: true}}', /^refunds\.gamma\.API_ERROR is not a code of this family; it must be one /],
  ['time_limits: {beta: 0}', /^time_limits\.beta is 0; it must be a whole number of seconds from 1/],
  ['time_limits: {beta: 1.5}', /^time_limits\.beta is 1\.5; /],
  ['time_limits: {omega: 5}', /^time_limits\.omega is not known; it must be one of .*alpha-motion/],
  ['rate_limits: {submit: 0}', /^rate_limits\.submit is 0; it must be off, or a whole number/],
  ['rate_limits: {o3_status: off}', /^rate_limits\.o3_status is "off"; it must be a whole number/],
  ['rate_limits: {upload: 5}', /^rate_limits\.upload is not known; it must be one of submit, status, list/],
  ['link_hours: 0', /^link_hours is 0; it must be a number from/],
  ['records_days: 30', /^records_days is 30; it must be a whole number from 31 to 36,?500/],
  ['media_days: [1]', /^media_days is \[1\]; it must be a number from/],
  ['concurrency: 0', /^concurrency is 0; it must be a whole number from 1/],
  ['provenance: {certificate: chain.pem}', /^provenance is .*; it must be `certificate` and `key`/],
  ['provenance: {certificate: a, key: b, keys: c}', /^provenance is .*; it must be/],
  ['provenance: chain.pem', /^provenance is "chain.pem"; it must be/],
  ['concurrency:', /^concurrency is null; it must be/],
];

for (const [yaml, sentence] of refusedLines) {
  test(`the file ${JSON.stringify(yaml)} is refused`, () => {
    const [said, ...more] = faultsOf(() => fromFile(yaml));
    assert.match(said!, sentence);
    assert.deepEqual(more, []);
  });
}

test('every key of the file is in the tables of these tests', () => {
  for (const { name } of Object.values(fileKeys)) {
    assert.ok(
      acceptedLines.some(([yaml]) => yaml.startsWith(`${name}:`)),
      name,
    );
    assert.ok(
      refusedLines.some(([yaml]) => yaml.startsWith(`${name}:`)),
      name,
    );
  }
});

test('the settings in force are told with where they came from, and without passwords', () => {
  const env = {
    PORT: '81',
    AFTERIMAGE_OIDC_CLIENT_SECRET: 'hunter2',
    DATABASE_URL: 'postgres://ada:hunter2@h/d?password=hunter2',
  };
  const effective = effectiveSettings(source(env, 'media_days: 3'));
  const told = new Map(effective.map(({ name, value, from }) => [name, [value, from]]));
  assert.deepEqual(told.get('PORT'), [81, 'environment']);
  assert.deepEqual(told.get('media_days'), [3, 'file']);
  assert.deepEqual(told.get('AFTERIMAGE_PUBLIC_URL'), ['http://127.0.0.1:81', 'default']);
  assert.deepEqual(told.get('AFTERIMAGE_CONFIG'), ['/checkout/data/afterimage.yaml', 'default']);
  assert.doesNotMatch(JSON.stringify(effective), /hunter2/);
  assert.equal(effective.length, Object.keys(variables).length + Object.keys(fileKeys).length);
});

test('each line of a table is told with where it came from', () => {
  const yaml = `
prices: {delta: 0.02}
refunds: {TIMEOUT: true, gamma: {TIMEOUT: true}}
time_limits: {o3-video: 60}
rate_limits: {list: off}
`;
  const effective = effectiveSettings(source({}, yaml));
  const told = new Map(effective.map(({ name, from, fileLines }) => [name, { from, fileLines }]));
  // The same as the default, and from the file all the same.
  assert.deepEqual(told.get('prices'), { from: 'file', fileLines: ['delta.delta'] });
  assert.deepEqual(told.get('refunds'), { from: 'file', fileLines: families.map(({ slug }) => `${slug}.TIMEOUT`) });
  assert.deepEqual(told.get('time_limits'), { from: 'file', fileLines: ['alpha-o3-video'] });
  assert.deepEqual(told.get('rate_limits'), { from: 'file', fileLines: ['list'] });
  const nothingUnder = effectiveSettings(source({}, 'prices:')).find(({ name }) => name === 'prices');
  assert.equal(nothingUnder?.from, 'default');
});
