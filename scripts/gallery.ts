/**
 * Draws the gallery: sixty prompts and every mode as contact sheets (JPEG) and a page (HTML), the same in every run; with
 * `--prompts FILE` contact sheets of that file's prompts instead, and with `--blind` those without their words.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawMoments, requestFor } from './gallery/drawn.ts';
import { drawModes } from './gallery/modes.ts';
import { pageOf } from './gallery/page.ts';
import { drawPromptFile } from './gallery/prompt-file.ts';
import { PROMPTS } from './gallery/prompts.ts';
import { type Tile, writeJpeg, writeSheet } from './gallery/sheet.ts';

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: 'data/gallery' },
    prompts: { type: 'string' },
    blind: { type: 'boolean', default: false },
  },
});
const to = values.to;
await mkdir(to, { recursive: true });
if (values.prompts === undefined) await drawGallery();
else {
  const sheets = await drawPromptFile(values.prompts, to, values.blind ? 'blind' : 'shown');
  process.stdout.write(`${sheets.join('\n')}\n`);
}

async function drawGallery(): Promise<void> {
  const tiles: Tile[] = [];
  const names: string[] = [];
  for (const [index, { prompt, ...words }] of PROMPTS.entries()) {
    const frames = await drawMoments(requestFor({ task: 't2i', prompt, ...words }), [0.4]);
    const number = String(index + 1).padStart(2, '0');
    tiles.push({ frames, caption: `${number} ${prompt}` });
    names.push(`${number}.jpg`);
    await writeJpeg(join(to, `${number}.jpg`), frames[0]!, 640);
  }
  await writeSheet(join(to, 'prompts.jpg'), tiles, { columns: 5, pictureWidth: 320, quality: 80 });

  const scratch = await mkdtemp(join(tmpdir(), 'gallery-'));
  try {
    const modes = await drawModes(scratch);
    await writeSheet(join(to, 'modes.jpg'), modes, { columns: 1, pictureWidth: 426, quality: 80 });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  await writeFile(join(to, 'index.html'), pageOf(PROMPTS.map(({ prompt }, at) => ({ file: names[at]!, prompt }))));
  process.stdout.write(`${tiles.length} prompts and every mode: ${join(to, 'index.html')}\n`);
}
