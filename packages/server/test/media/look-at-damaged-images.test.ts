/** 200 damaged images: each is refused with a sentence or proves whole, none takes long, and this process never stalls. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createInspector } from '../../src/media/inspect/inspector.ts';
import { damagedFiles } from './support/damage.ts';
import { sampleImages } from './support/sample-images.ts';

test('200 damaged images: each is answered in time, and this process never stalls', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'damaged-'));
  const inspector = createInspector({ waitMilliseconds: 60_000 });
  t.after(async () => {
    inspector.close();
    await rm(folder, { recursive: true });
  });
  const samples = await sampleImages();
  const whole = join(folder, 'whole');
  await writeFile(whole, samples[0]!);
  assert.equal((await inspector.image(whole, 'owner')).ok, true);
  const files = [...damagedFiles(samples, { count: 200, seed: 20 })];
  const cpuBefore = process.threadCpuUsage();
  let refused = 0;
  let answered = 0;
  const lookThrough = async () => {
    for (let damaged = files.pop(); damaged; damaged = files.pop()) {
      const file = join(folder, randomUUID());
      await writeFile(file, damaged.bytes);
      const started = performance.now();
      const seen = await inspector.image(file, 'owner');
      answered += 1;
      // Two seconds on a quiet machine; the bound is wide because a loaded one starts processes slowly, of low priority at that.
      assert.ok(performance.now() - started < 50_000, `${damaged.how}: ${performance.now() - started} ms`);
      if (seen.ok) continue;
      refused += 1;
      assert.notEqual(seen.fault, 'busy', damaged.how);
      assert.match(seen.sentence, /^[A-Z].{15,}\.$/, damaged.how);
    }
  };
  await Promise.all([lookThrough(), lookThrough()]);
  const cpu = process.threadCpuUsage(cpuBefore);
  assert.equal(answered, 200);
  assert.ok(refused > 120, `${refused} refused`);
  // Processor time and not delay, which other programs cause as well: decoding here would have used seconds.
  assert.ok((cpu.user + cpu.system) / 1e6 < 1.5, `this thread worked for ${(cpu.user + cpu.system) / 1e6} s`);
  assert.equal((await inspector.image(whole, 'owner')).ok, true, 'whoever looks is still there');
});
