/** Sets its argument in the studio's font and says how wide it came out, and a hash of its pixels. */
import { createHash } from 'node:crypto';
import { drawLettering } from '../../src/picture/lettering.ts';

const cutout = await drawLettering(process.argv[2]!, { pixels: 24, widthMax: 1000 });
const { width, y, alpha } = cutout!.layer;
console.log(JSON.stringify({ width, sha256: createHash('sha256').update(y).update(alpha).digest('hex') }));
