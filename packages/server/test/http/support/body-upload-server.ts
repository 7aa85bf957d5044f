/** A process that only reads uploads and watches its own memory and event loop; started by body-load.slow.test.ts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBodyReader } from '../../../src/http/body/reader.ts';
import { sentBody } from './body-reading.ts';

export interface UploadReport {
  rssGrowthBytes: number;
  /** Between two iterations of the event loop, as the clock saw it: on a busy machine also the time given to others. */
  longestStallMilliseconds: number;
  /** Of that, what this thread itself computed. */
  longestComputingMilliseconds: number;
  cpuMilliseconds: number;
}

const [spoolFolder = ''] = process.argv.slice(2);
// On a busy machine what waits for its turn does so for long, and that is not what is watched here.
const reader = createBodyReader({ spoolFolder, largeBodiesMax: 8, waitSeconds: 600, stallSeconds: 300 });
const mediaFields = new Map([
  ['reference_images', { kind: 'image', list: true, takes: 'data-uri', bytesMax: 20 * 1024 * 1024 }],
] as const);

const server = createServer((request, response) => {
  const rules = { owner: 'one account', bytesMax: 90_000_000, mediaFields, digest: 'none' } as const;
  reader.read(sentBody(request, response), rules).then(
    async (body) => {
      const sizes = body.ok ? body.uploads.map((upload) => upload.fault ?? upload.bytes) : body.detail;
      response.end(JSON.stringify(sizes));
      if (body.ok) await body.discard();
    },
    () => response.destroy(),
  );
});

let rssBefore = 0;
let cpuBefore = process.cpuUsage();
const seen = { rssPeak: 0, stall: 0, computing: 0 };

function watch(): void {
  let lastTime = performance.now();
  let lastThread = process.threadCpuUsage();
  setInterval(() => {
    const thread = process.threadCpuUsage(lastThread);
    const time = performance.now();
    seen.rssPeak = Math.max(seen.rssPeak, process.memoryUsage.rss());
    seen.stall = Math.max(seen.stall, time - lastTime);
    seen.computing = Math.max(seen.computing, (thread.user + thread.system) / 1000);
    lastTime = time;
    lastThread = process.threadCpuUsage();
  }, 1).unref();
}

process.on('message', (message) => {
  if (message === 'start') {
    rssBefore = process.memoryUsage.rss();
    cpuBefore = process.cpuUsage();
    watch();
    process.send!('started');
    return;
  }
  const cpu = process.cpuUsage(cpuBefore);
  const report: UploadReport = {
    rssGrowthBytes: seen.rssPeak - rssBefore,
    longestStallMilliseconds: seen.stall,
    longestComputingMilliseconds: seen.computing,
    cpuMilliseconds: (cpu.user + cpu.system) / 1000,
  };
  server.close();
  reader.close().then(
    () => process.send!(report, () => process.disconnect!()),
    () => process.exit(1),
  );
});

server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
