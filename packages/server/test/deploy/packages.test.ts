/** What is shipped for containers, Kubernetes, systemd and proxies: it names settings that exist, and the service would start with them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { families } from '@afterimage/contract';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings, type Settings } from '../../src/config/config.ts';
import { secretFileVariable, variables } from '../../src/config/table.ts';
import { makeAuthority } from '../net/support/certificates.ts';
import { missing } from './support/tools.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const run = promisify(execFile);

/** What stands in the files of secrets. */
const secrets: Record<string, string> = {
  database: 'postgres://afterimage:hush@postgres:5432/afterimage',
  key: Buffer.alloc(32, 7).toString('base64'),
  other: 'hush',
};

/** As a process with just this environment would read it; throws with everything that is wrong. */
function settingsOf(env: Record<string, string>, files: Record<string, string> = {}): Settings {
  return readSettings({
    env,
    families,
    machine: { checkoutFolder: '/app', workingFolder: '/data', cores: 2 },
    readText(path) {
      if (path in files) return files[path]!;
      if (!path.startsWith('/run/secrets/')) return null;
      return secrets[/database/.test(path) ? 'database' : /secret.key$/.test(path) ? 'key' : 'other']!;
    },
  });
}

const known = new Set(
  Object.values(variables).flatMap(({ name, kind }) => (kind.isSecret ? [name, secretFileVariable(name)] : [name])),
);
const ofOurs = /^(AFTERIMAGE_|AWS_|OTEL_|DATABASE_|LOG_LEVEL$|HOST$|PORT$)/;
const strangers = (names: Iterable<string>) => [...names].filter((name) => ofOurs.test(name) && !known.has(name));

interface Compose {
  services: Record<
    string,
    { image: string; environment?: Record<string, string>; read_only?: boolean; secrets?: string[] }
  >;
  secrets: Record<string, unknown>;
}

test('the services of compose.yaml start with the settings that they are given there', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
  const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'afterimage');
  assert.deepEqual(ours.map(([name]) => name).sort(), ['api', 'migrate', 'worker']);
  for (const [name, { environment = {}, read_only: readOnly, secrets: used = [] }] of ours) {
    assert.deepEqual(strangers(Object.keys(environment)), [], name);
    const env = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [
        key,
        String(value).replace(/\$\{SITE[^}]*\}/, 'media.example.com'),
      ]),
    );
    const settings = settingsOf(env);
    assert.equal(settings.databaseUrl, secrets['database']);
    assert.equal(readOnly, true, name);
    for (const value of Object.values(env)) {
      const [, file] = /^\/run\/secrets\/(\w+)$/.exec(value) ?? [];
      if (file !== undefined) assert.ok(used.includes(file) && file in compose.secrets, `${name} gets ${file}`);
    }
  }
  const drawn = read('deploy/compose/secrets.sh');
  for (const name of Object.keys(compose.secrets)) assert.match(drawn, new RegExp(`\\b${name}\\b`));
});

/** A version that keeps media in a folder only has no such variables. */
const noBuckets = !known.has('AFTERIMAGE_MEDIA') && 'this version keeps media in a folder only';

test('media goes into a bucket with the settings of deploy/compose/s3.yaml', { skip: noBuckets }, () => {
  const { services } = parse(read('deploy/compose/s3.yaml')) as Compose;
  for (const name of ['api', 'worker']) {
    assert.deepEqual(strangers(Object.keys(services[name]!.environment!)), []);
    const env = { ...services[name]!.environment, DATABASE_URL: secrets['database']! };
    assert.deepEqual(settingsOf(env).databaseUrl, secrets['database']);
  }
});

test('the image and the units of systemd name settings that exist, and none runs as root', () => {
  const dockerfile = read('Dockerfile');
  const units = ['deploy/systemd/afterimage.service', 'deploy/systemd/afterimage-worker@.service'].map(read);
  for (const text of [dockerfile, ...units]) {
    const names = [...text.matchAll(/\b([A-Z][A-Z0-9_]+)=/g)].map(([, name]) => name!);
    assert.deepEqual(strangers(names), []);
  }
  assert.match(dockerfile, /^USER 10001:10001$/m);
  for (const unit of units) assert.match(unit, /^User=afterimage$/m);
  for (const [, source] of dockerfile.matchAll(/-w (packages\/\w+)/g)) assert.ok(read(`${source}/package.json`));
});

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: { template?: { spec: Pod } };
}
interface Pod {
  containers: Container[];
  securityContext: { runAsNonRoot: boolean };
  volumes: { name: string; secret?: { secretName: string } }[];
}
interface Container {
  name: string;
  env: { name: string; value: string }[];
  livenessProbe?: object;
  readinessProbe?: object;
  securityContext: { readOnlyRootFilesystem: boolean };
}

const everything = [
  ...['networkPolicy.enabled', 'api.autoscaling.enabled', 'worker.keda.enabled', 'ingress.enabled'].map(
    (name) => `${name}=true`,
  ),
  ...(noBuckets === false ? ['media.url=s3://afterimage', 'media.endpoint=http://s3:7070'] : []),
  ...['trustedProxies=10.0.0.0/8', 'ingress.tlsSecret=tls'],
];
const yaml = 'link_hours: 12\n';

/** @param set values over those of the chart */
async function rendered(set: readonly string[]): Promise<Manifest[]> {
  const words = ['template', 'x', join(root, 'deploy/helm/afterimage'), '--kube-version', '1.34'];
  const { stdout } = await run('helm', [...words, ...set.flatMap((value) => ['--set', value])]);
  return parseAllDocuments(stdout)
    .map((document) => {
      assert.deepEqual(document.errors, []);
      return document.toJS() as Manifest | null;
    })
    .filter((manifest) => manifest !== null);
}

test('the chart renders, plain and with everything on, and its pods start', {
  skip: missing('helm', ['version']),
}, async () => {
  await run('helm', ['lint', '--strict', join(root, 'deploy/helm/afterimage')]);
  const plain = await rendered([]);
  assert.deepEqual(plain.map(({ kind }) => kind).sort(), [
    'Deployment',
    'Deployment',
    'Job',
    'PodDisruptionBudget',
    'Service',
  ]);
  const all = await rendered([...everything, `settingsFile=${yaml}`]);
  const kinds = new Set(all.map(({ kind }) => kind));
  for (const kind of ['NetworkPolicy', 'HorizontalPodAutoscaler', 'ScaledObject', 'Ingress', 'ConfigMap']) {
    assert.ok(kinds.has(kind), kind);
  }
  for (const manifest of [...plain, ...all]) {
    const pod = manifest.spec?.template?.spec;
    if (pod === undefined) continue;
    const [container] = pod.containers;
    const { env, securityContext, livenessProbe, readinessProbe } = container!;
    const names = env.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length, `${manifest.metadata.name} names a variable twice`);
    assert.deepEqual(strangers(names), []);
    const files = { '/etc/afterimage/afterimage.yaml': yaml };
    const settings = settingsOf(Object.fromEntries(env.map(({ name, value }) => [name, value])), files);
    assert.equal(settings.databaseUrl, secrets['database']);
    assert.deepEqual([pod.securityContext.runAsNonRoot, securityContext.readOnlyRootFilesystem], [true, true]);
    if (manifest.kind === 'Deployment') assert.ok(livenessProbe !== undefined && readinessProbe !== undefined);
  }
});

test('the migration job has the secret of the pods, or with migrate.secret.name one that no pod sees', {
  skip: missing('helm', ['version']),
}, async () => {
  const secretsOf = (manifests: Manifest[]) =>
    Object.fromEntries(
      manifests.flatMap(({ metadata: { name }, spec }) => {
        const volume = spec?.template?.spec.volumes.find((one) => one.name === 'secrets');
        return volume === undefined ? [] : [[name, volume.secret?.secretName]];
      }),
    );
  const plain = { 'x-api': 'afterimage', 'x-worker': 'afterimage', 'x-migrate': 'afterimage' };
  assert.deepEqual(secretsOf(await rendered([])), plain);
  const apart = await rendered(['migrate.secret.name=owner', 'migrate.secret.keys.DATABASE_URL=owner-database']);
  assert.deepEqual(secretsOf(apart), { ...plain, 'x-migrate': 'owner' });
  const job = apart.find(({ kind }) => kind === 'Job')!;
  assert.deepEqual(job.spec.template!.spec.containers[0]!.env, [
    { name: 'DATABASE_URL_FILE', value: '/run/secrets/afterimage/owner-database' },
  ]);
});

test('the chart has the version of the program', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const chart = parse(read('deploy/helm/afterimage/Chart.yaml')) as { version: string; appVersion: string };
  assert.deepEqual([chart.version, chart.appVersion], [version, version]);
});

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'afterimage-deploy-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('nginx takes the sample', { skip: missing('nginx', ['-v']) }, async (t) => {
  const folder = await temporaryFolder(t);
  const { key, cert } = makeAuthority().issue(['media.example.com']);
  await writeFile(join(folder, 'privkey.pem'), key);
  await writeFile(join(folder, 'fullchain.pem'), cert);
  const sample = read('deploy/proxy/nginx.conf').replaceAll('/etc/ssl/afterimage', folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  const whole = `pid ${folder}/pid; events {} http { access_log off; ${temporary.join(' ')}\n${sample}\n}`;
  await writeFile(join(folder, 'nginx.conf'), whole);
  const { stderr } = await run('nginx', ['-t', '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]);
  assert.match(stderr, /test is successful/);
});

test('a store that is down takes no process out of the load: probes that decide about requests leave media out', () => {
  const chart = (name: string) => read(`deploy/helm/afterimage/templates/${name}.yaml`);
  const probes = [
    [chart('api'), /readinessProbe: \{httpGet: \{path: "([^"]+)"/],
    [read('deploy/proxy/Caddyfile'), /health_uri (\S+)/],
  ] as const;
  for (const [text, path] of probes) assert.equal(path.exec(text)?.[1], '/readyz?exclude=media');
});

test('the proxies let nobody through to figures and probes, in either form of a path that the service answers', () => {
  const location = new RegExp(/location ~ (\S+) \{\s*return 404;/.exec(read('deploy/proxy/nginx.conf'))![1]!);
  const paths = /@inside path (.+)/.exec(read('deploy/proxy/Caddyfile'))![1]!.split(' ');
  for (const path of ['/metrics', '/healthz', '/readyz'].flatMap((one) => [one, `${one}/`])) {
    assert.match(path, location);
    assert.ok(paths.includes(path), path);
  }
});

test('Caddy takes the sample', { skip: missing('caddy', ['version']) }, async (t) => {
  const home = await temporaryFolder(t);
  const env = { ...process.env, SITE: 'media.example.com', UPSTREAM: 'api:8080', HOME: home, XDG_DATA_HOME: home };
  const words = ['adapt', '--validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/proxy/Caddyfile')];
  const { stdout } = await run('caddy', words, { env });
  assert.match(stdout, /"media\.example\.com"/);
});
