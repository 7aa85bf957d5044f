/** The yardstick for pictures: sharp makes a JPEG of pixels that lie in a file. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

const [, , pixelsFile, width, height] = process.argv;

const raw = { width: Number(width), height: Number(height), channels: 3 } as const;
await sharp(await readFile(pixelsFile!), { raw })
  .jpeg({ quality: 88 })
  .toFile(`${pixelsFile}.jpg`);
