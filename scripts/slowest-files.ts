/** Tells at the end of a test run which files took longest: where a quicker run is to be looked for. */
import { relative } from 'node:path';

const shown = 10;

interface Event {
  type: string;
  data: { file?: string; duration_ms?: number };
}

// A reporter is what its module exports by default: the runner knows no other way.
// biome-ignore lint/style/noDefaultExport: see above
export default async function* slowestFiles(events: AsyncIterable<Event>): AsyncGenerator<string> {
  const files: { file: string; seconds: number }[] = [];
  for await (const { type, data } of events) {
    if (type !== 'test:summary' || data.file === undefined || data.duration_ms === undefined) continue;
    files.push({ file: relative(process.cwd(), data.file), seconds: data.duration_ms / 1000 });
  }
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, shown);
  if (slowest.length < 2) return;
  yield `\nslowest files\n`;
  for (const { file, seconds } of slowest) yield `${seconds.toFixed(1).padStart(7)} s  ${file}\n`;
}
