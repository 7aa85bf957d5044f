/** A camera whose path is known moves over a texture; prints how far the studio's estimate of it is off, in percent. */
import { chooseEncoder } from '../packages/studio/src/encoders/choose.ts';
import { readReferenceMotion } from '../packages/studio/src/motion/reference.ts';
import { createPicture, fill, type Picture } from '../packages/studio/src/picture/picture.ts';

const [, , file] = process.argv;
const size = { width: 640, height: 360 };
const rate = { numerator: 24, denominator: 1 };
const frames = 96;
/** Pixels and growth a frame: three seconds later a fifth of the picture has passed and a quarter come closer. */
const move = { x: -1.4, y: -0.6, zoom: 1.0024 };

function seen(onto: Picture, index: number): void {
  const zoom = move.zoom ** index;
  for (let row = 0, at = 0; row < size.height; row += 1) {
    for (let column = 0; column < size.width; column += 1, at += 1) {
      const x = (column + 0.5 - size.width / 2 - move.x * index) / zoom;
      const y = (row + 0.5 - size.height / 2 - move.y * index) / zoom;
      const waves = 40 * Math.sin(x / 17) + 35 * Math.cos(y / 20 + x / 103) + 25 * Math.sin((x + y) / 57);
      onto.y[at] = 126 + waves;
    }
  }
}

const encoder = await chooseEncoder('best');
const writer = await encoder.openClip({
  file: file!,
  ...size,
  rate,
  frames,
  sound: { kind: 'none' },
  quality: 'ordinary',
  surface: 'smooth',
});
const picture = createPicture(size.width, size.height);
fill(picture, [128, 128, 128]);
for (let index = 0; index < frames; index += 1) {
  seen(picture, index);
  await writer.add(picture);
}
await writer.finish();

const { path } = await readReferenceMotion(encoder, { file: file!, watched: () => {} });
const { pose } = path!.at(-1)!;
const last = frames - 1;
const pan = Math.hypot(pose.x * size.width - move.x * last, pose.y * size.width - move.y * last);
process.stdout.write(
  JSON.stringify({
    pan: (100 * pan) / (Math.hypot(move.x, move.y) * last),
    zoom: 100 * Math.abs(Math.hypot(pose.a, pose.b) / move.zoom ** last - 1),
  }),
);
process.exit(0);
