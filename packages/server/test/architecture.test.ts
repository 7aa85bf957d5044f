/** Holds the house in shape: who may import whom, where SQL, fetch and the environment may appear. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = globSync('{packages/*/{src,test}/**/*.{ts,tsx},bench/**/*.ts,scripts/**/*.ts}', {
  cwd: root,
  exclude: ['**/node_modules/**'],
});
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const serverSource = 'packages/server/src/';

/** Server rooms and the rooms each may import; every room may import itself and what stands under `anyone`. */
const rooms: Record<string, readonly string[]> = {
  db: [],
  net: [],
  queue: ['db'],
  config: [],
  log: [],
  metrics: [],
  telemetry: [],
  backup: ['db', 'media'],
  process: [],
  ledger: ['db'],
  accounts: ['db', 'ledger', 'config'],
  people: ['accounts', 'ledger', 'db', 'config', 'queue', 'process'],
  maintenance: ['db'],
  media: ['queue', 'net', 'db', 'process'],
  engines: ['media', 'queue', 'db', 'net', 'pull'],
  pull: ['db', 'media', 'accounts'],
  webhooks: ['queue', 'net', 'db'],
  moderation: ['queue'],
  changes: ['db'],
  guide: ['engines'],
  generations: ['ledger', 'engines', 'media', 'webhooks', 'queue', 'db', 'net', 'accounts', 'moderation'],
  records: ['db', 'ledger', 'accounts', 'media', 'backup', 'generations'],
  mcp: ['http', 'accounts'],
  openai: ['http', 'accounts', 'generations', 'media', 'db'],
  http: [
    'engines',
    'generations',
    'changes',
    'accounts',
    'people',
    'ledger',
    'media',
    'webhooks',
    'maintenance',
    'pull',
    'guide',
    'queue',
    'net',
    'db',
  ],
};

/** Rooms that any other may lean on. */
const anyone = new Set(['log', 'metrics', 'telemetry', 'config']);

/** What stands outside the rooms, and may know each: it starts the service and puts it together. */
const outsideRooms = ['main.ts', 'assembly'];

/** Rooms that may see only part of another, and why. */
const onlyThrough: { from: string; to: string; files: readonly string[] }[] = [
  // Renders, and what is finished for others, wait for a slot of the machine.
  { from: 'engines', to: 'queue', files: ['render-slots.ts'] },
  // Few classifiers at once.
  { from: 'moderation', to: 'queue', files: ['limit-at-once.ts'] },
  // Passwords are computed in turns.
  { from: 'people', to: 'queue', files: ['fair-slots.ts', 'tally.ts'] },
  // Uploads, looks at media, fetches and reads wait for a slot in one way.
  { from: 'http', to: 'queue', files: ['fair-slots.ts', 'tally.ts'] },
  { from: 'media', to: 'queue', files: ['fair-slots.ts', 'tally.ts'] },
  // The studio's certificate is one for all processes of a service.
  { from: 'engines', to: 'db', files: ['postgres.ts', 'service-secrets.ts', 'keyring.ts'] },
  // A generation knows the engine interface, what may go wrong, the roster that it asks and the workshop for media; never an engine.
  {
    from: 'generations',
    to: 'engines',
    files: [
      'engine.ts',
      'engine-roster.ts',
      'faults.ts',
      'media/workshop.ts',
      'media/fit-inputs.ts',
      'media/make-ours.ts',
      'media/source-of.ts',
    ],
  },
  // An engine beyond this process is reached through the requests that were made for it.
  { from: 'engines', to: 'net', files: ['engine-net.ts'] },
  // A worker's key looks like a caller's.
  { from: 'pull', to: 'accounts', files: ['key-text.ts'] },
  // A settled generation announces itself; sending is another's work.
  { from: 'generations', to: 'webhooks', files: ['schedule.ts'] },
  // What the operator sees of the engines, and no engine.
  { from: 'http', to: 'engines', files: ['shown-engines.ts'] },
  // An account that is erased ends what runs; an export is written as a backup is.
  { from: 'records', to: 'generations', files: ['cancel.ts'] },
  { from: 'records', to: 'backup', files: ['archive.ts'] },
  // As much of a generation and of a medium as a list and a download show.
  { from: 'openai', to: 'generations', files: ['overview-store.ts'] },
  { from: 'openai', to: 'media', files: ['objects-store.ts', 'media-store.ts', 'read-object.ts'] },
  { from: 'openai', to: 'db', files: ['postgres.ts'] },
  // Types of errors and of the connection; no statements.
  { from: 'http', to: 'db', files: ['postgres.ts'] },
  // Which addresses a caller comes from, and which a callback may not name.
  { from: 'http', to: 'net', files: ['addresses.ts', 'callbacks.ts'] },
];

const importPattern = /^\s*(?:import|export)\b[^;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;

function importsOf(file: string): string[] {
  const text = sources.get(file)!;
  return [...text.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? match[3]!);
}

/** The project's own files that a file imports, as paths from the root. */
function ownImportsOf(file: string): string[] {
  return importsOf(file)
    .filter((target) => target.startsWith('.'))
    .map((target) => normalize(join(dirname(file), target)));
}

function roomOf(file: string): string | undefined {
  if (!file.startsWith(serverSource)) return undefined;
  return relative(serverSource, file).split('/')[0];
}

test('every file of the server stands in a room', () => {
  const found = new Set(files.map(roomOf).filter((room) => room !== undefined));
  assert.deepEqual([...found].sort(), [...Object.keys(rooms), ...outsideRooms].sort());
});

test('a room imports only the rooms it may', () => {
  const wrong: string[] = [];
  for (const file of files) {
    const room = roomOf(file);
    if (room === undefined || !(room in rooms)) continue;
    for (const target of ownImportsOf(file)) {
      const other = roomOf(target);
      if (other === undefined || other === room || anyone.has(other)) continue;
      const narrow = onlyThrough.find(({ from, to }) => from === room && to === other);
      const allowed =
        rooms[room]!.includes(other) &&
        (narrow === undefined || narrow.files.some((name) => target.endsWith(`/${name}`)));
      if (!allowed) wrong.push(`${file} imports ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('what any room may lean on leans on none', () => {
  assert.deepEqual(
    [...anyone].filter((room) => rooms[room]!.length > 0),
    [],
  );
});

/** Those whose `exports` are a choice. Tests, scripts and measurements belong to the house: they may go by a file's path, too. */
const packages = ['contract', 'server', 'studio', 'client'];

const exportsOf = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')).exports;

test('a package uses of another what that exports, and each export is used by another', () => {
  const wrong: string[] = [];
  const used = new Set<string>();
  for (const file of files.filter((name) => /^(packages\/[^/]+\/src|scripts)\//.test(name))) {
    const [, own] = /^packages\/([^/]+)\//.exec(file) ?? [];
    for (const target of importsOf(file)) {
      if (target.startsWith('@afterimage/')) used.add(target);
      if (own !== undefined && target === `@afterimage/${own}`) wrong.push(`${file} imports itself by name`);
    }
    for (const target of ownImportsOf(file)) {
      const [, other] = /^packages\/([^/]+)\/src\//.exec(target) ?? [];
      if (own !== undefined && other !== undefined && other !== own) wrong.push(`${file} reaches into ${target}`);
    }
  }
  for (const name of packages) {
    for (const entry of Object.keys(exportsOf(name))) {
      const target = `@afterimage/${name}${entry.slice(1)}`;
      if (entry.includes('*')) wrong.push(`${target} lets everything out`);
      if (!used.has(target)) wrong.push(`${target} is used by nobody`);
    }
  }
  assert.deepEqual(wrong, []);
});

const exported = packages.flatMap((name) => Object.values(exportsOf(name)).map((file) => join('packages', name, file)));

test('tests import their own package by its files, another by its name, and by its files what that does not export', () => {
  const wrong = files
    .filter((file) => /^packages\/[^/]+\/test\//.test(file))
    .flatMap((file) => {
      const [, own] = /^packages\/([^/]+)\//.exec(file)!;
      const byName = importsOf(file).filter((target) => `${target}/`.startsWith(`@afterimage/${own}/`));
      const others = exported.filter((target) => !target.startsWith(`packages/${own}/`));
      const byPath = ownImportsOf(file).filter((target) => others.includes(target));
      return [...byName, ...byPath].map((target) => `${file}: ${target}`);
    })
    // The program in its text is that of a stranger, who has the package only.
    .filter((line) => !/^packages\/client\/test\/(tarball|runtimes)\.slow\.test\.ts:/.test(line));
  assert.deepEqual(wrong, []);
});

test('what may be waited for is always a promise', () => {
  const either =
    /\binstanceof Promise\b|\) *(:|=>) [^=;{}]*(\bPromise<[^;{}]*> \| (void|[A-Z])|(?<!<[^>]*)\| Promise<)/;
  const wrong = files.filter(
    (file) => /^packages\/(server|studio|client|cli)\/src\//.test(file) && either.test(sources.get(file)!),
  );
  assert.deepEqual(wrong, []);
});

test('the fast path has one door', () => {
  const inside = `${serverSource}http/fast-path/`;
  const wrong = files
    .filter((file) => file.startsWith(serverSource) && !file.startsWith(inside))
    .flatMap((file) =>
      ownImportsOf(file)
        .filter((target) => target.startsWith(inside))
        .map((target) => `${file} imports ${target}`),
    );
  assert.deepEqual(wrong, [`${serverSource}http/app.ts imports ${inside}fast-path.ts`]);
});

test('the contract imports nothing but itself', () => {
  const wrong = files
    .filter((file) => file.startsWith('packages/contract/src/'))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => !target.startsWith('.'))
        .map((target) => `${file}: ${target}`),
    );
  assert.deepEqual(wrong, []);
});

test('the studio knows no server, and only its engine knows the studio', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter(
        (target) =>
          (file.startsWith('packages/studio/') && target.startsWith('@afterimage/')) ||
          (target.startsWith('@afterimage/studio') &&
            file.startsWith('packages/') &&
            file.includes('/src/') &&
            !file.startsWith(`${serverSource}engines/studio/`) &&
            // Its processes decode and encode for other engines, too.
            !file.startsWith(`${serverSource}engines/media/`) &&
            // The studio's package holds what signs outputs, whoever made them.
            file !== `${serverSource}engines/provenance.ts`),
      )
      .map((target) => `${file}: ${target}`),
  );
  assert.deepEqual(wrong, []);
});

test('which engines there are is said in their table: nothing outside of it names the studio', () => {
  const wrong = files.filter(
    (file) =>
      /^packages\/(server|cli)\/src\//.test(file) &&
      !file.startsWith(`${serverSource}engines/`) &&
      /studio/i.test(sources.get(file)!),
  );
  assert.deepEqual(wrong, []);
});

test('the dashboard knows the service through its client and its contract only', () => {
  const wrong = files
    .filter((file) => file.startsWith('packages/dashboard/src/'))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => /^(node:|@afterimage\/(?!(client|contract)(\/|$)))/.test(target))
        .map((target) => `${file}: ${target}`),
    );
  assert.deepEqual(wrong, []);
});

test('of the dashboard, data and ui know no other room', () => {
  const room = (file: string) => /^packages\/dashboard\/src\/(data|ui)\//.exec(file)?.[0] ?? '';
  const wrong = files.filter((file) => ownImportsOf(file).some((target) => !target.startsWith(room(file))));
  assert.deepEqual(wrong, []);
});

test('the client knows only the types of the contract, and one file of it the file system', () => {
  const wrong = files
    .filter((file) => file.startsWith('packages/client/src/') && file !== 'packages/client/src/files.ts')
    .flatMap((file) =>
      [...sources.get(file)!.matchAll(/^import (?!type\b).*from '(?!\.|#files')([^']+)'/gm)].map(([line]) => line),
    );
  assert.deepEqual(wrong, []);
});

/** Types and files that are fetched later count, too: whoever reads one file of a circle has to read them all. */
test('no two files import each other in a circle', () => {
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      return;
    }
    state.set(file, 'open');
    for (const target of ownImportsOf(file)) if (sources.has(target)) visit(target, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of files) visit(file, []);
  assert.deepEqual(circles, []);
});

/** Files that may do what others may not; each with its reason. */
const exceptions: Record<string, Record<string, string>> = {
  environment: {
    'packages/server/src/config/config.ts': 'settings are read here, once',
  },
};

test('OpenTelemetry is loaded by one file, and that one only when it is wanted', () => {
  const inside = `${serverSource}telemetry/otlp-tracing.ts`;
  const users = files.filter((file) => importsOf(file).some((target) => target.startsWith('@opentelemetry/')));
  assert.deepEqual(users, [inside]);
  const loaders = files.filter((file) => file.includes('/src/') && ownImportsOf(file).includes(inside));
  assert.deepEqual(loaders, [`${serverSource}telemetry/open-tracing.ts`]);
  assert.match(sources.get(loaders[0]!)!, /await import\('\.\/otlp-tracing\.ts'\)/);
});

test('the environment is read in the settings only', () => {
  const wrong = files.filter(
    (file) =>
      file.includes('/src/') && sources.get(file)!.includes('process.env') && !(file in exceptions['environment']!),
  );
  assert.deepEqual(wrong, []);
});

test('only the net room and the client send requests', () => {
  const sends = /\bfetch\(|\bhttps?\.(request|get)\(|from 'undici'/;
  const wrong = files.filter(
    (file) =>
      file.includes('/src/') &&
      !file.startsWith(`${serverSource}net/`) &&
      !file.startsWith('packages/client/') &&
      !file.startsWith('packages/dashboard/') &&
      sends.test(sources.get(file)!),
  );
  assert.deepEqual(wrong, []);
});

test('SQL stands in store and db files only', () => {
  const sql =
    /(`|'|")\s*(select|insert into|update|delete from|with|create|drop)\s[^'"`]*\b(from|into|set|table|values)\b/i;
  const wrong = files.filter(
    (file) =>
      /^packages\/(server|cli)\/src\//.test(file) &&
      !file.startsWith(`${serverSource}db/`) &&
      !/store\.ts$/.test(file) &&
      sql.test(sources.get(file)!),
  );
  assert.deepEqual(wrong, []);
});

test('a generation ends in one file, with its money and its message', () => {
  const ends = files.filter(
    (file) =>
      file.startsWith(serverSource) &&
      !file.endsWith('/generations/store.ts') &&
      /\bmark(Completed|Failed)\b/.test(sources.get(file)!),
  );
  assert.deepEqual(ends, [`${serverSource}generations/settle.ts`]);
});
