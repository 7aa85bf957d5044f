/** A program that finishes the same picture twice and then has nothing more to do: it should end by itself. */
import { setTimeout as pause } from 'node:timers/promises';
import { finish } from '../../src/index.ts';

const [file, folder] = process.argv.slice(2) as [string, string];
for (const name of ['one', 'two']) {
  const outcome = await finish(
    {
      file,
      output: 'image',
      width: 64,
      height: 64,
      seconds: null,
      framesPerSecond: null,
      sound: 'drop',
      watermark: null,
      source: 'trained',
      outputFile: `${folder}/${name}`,
    },
    { deadlineMilliseconds: 300_000 },
  ).done;
  process.stdout.write(`${outcome.ok}\n`);
  // Long enough for the next process to be ready.
  await pause(1_500);
}
