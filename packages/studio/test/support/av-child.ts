/** The tests' own child for node-av: decodes clips into small pictures and makes reference videos. */
import { toFrameRate } from '../../src/encoders/encoder.ts';
import { InvalidMedia } from '../../src/media/invalid-media.ts';
import { createPicture, readRgb } from '../../src/picture/picture.ts';
import type { AvOrder, ReferenceVerdict, VideoRecipe } from './av.ts';

const av = await import('node-av');
av.Log.setLevel(av.AV_LOG_QUIET);

process.on('disconnect', () => process.exit(0));
process.on('message', (order: AvOrder & { id: number }) => {
  obey(order).then(
    (answer) => process.send?.({ id: order.id, answer }),
    (error: Error) => process.send?.({ id: order.id, error: error.message }),
  );
});

function obey(order: AvOrder): Promise<unknown> {
  if (order.kind === 'frames') return readFrames(order);
  return order.kind === 'video' ? makeVideo(order.recipe) : countReference(order.file);
}

/** The production reader on one file: how many frames it gave, or why it refused. */
async function countReference(file: string): Promise<ReferenceVerdict> {
  const { openNodeAv } = await import('../../src/encoders/node-av.ts');
  const { readReference } = openNodeAv();
  let frames = 0;
  try {
    for await (const _ of readReference(file)) frames++;
    return { frames };
  } catch (error) {
    if (error instanceof InvalidMedia) return { refused: error.message };
    throw error;
  }
}

async function readFrames(order: { file: string; width: number; height: number }): Promise<Uint8Array[]> {
  const input = await av.Demuxer.open(order.file);
  const stream = input.video()!;
  const decoder = await av.Decoder.create(stream);
  const filter = av.FilterAPI.create(`scale=${order.width}:${order.height}:flags=area,format=rgb24`);
  const frames: Uint8Array[] = [];
  for await (const frame of filter.frames(decoder.frames(input.packets(stream.index)))) {
    if (frame === null) break;
    frames.push(new Uint8Array(frame.toBuffer().subarray(0, order.width * order.height * 3)));
    frame.free();
  }
  await input.close();
  return frames;
}

/** A textured world seen through a window that pans, zooms, or both. */
async function makeVideo(recipe: VideoRecipe): Promise<string> {
  const { width, height } = recipe;
  const rate = toFrameRate(recipe.framesPerSecond);
  const ticks = recipe.times === undefined ? 1 : 1000;
  const timeBase = recipe.times === undefined ? { num: rate.denominator, den: rate.numerator } : { num: 1, den: ticks };
  const codec = recipe.container === 'webm' ? av.FF_ENCODER_LIBVPX_VP8 : av.FF_ENCODER_LIBX264;
  const encoder = await av.Encoder.create(codec, {
    context: { timeBase: new av.Rational(timeBase.num, timeBase.den) },
    options:
      recipe.container === 'webm'
        ? { deadline: 'realtime', 'cpu-used': 8, crf: 10, b: 2_000_000 }
        : { preset: 'ultrafast', crf: 12 },
  } as Parameters<typeof av.Encoder.create>[1]);
  const muxer = await av.Muxer.open(recipe.file, { format: recipe.container });
  const stream = muxer.addStream(encoder);
  const sound = recipe.sound === 'none' ? null : await addSound(recipe, muxer);
  const picture = createPicture(width, height);
  for (let index = 0; index < recipe.frames; index++) {
    readRgb(picture, drawWorld(recipe, index));
    const pts = BigInt(recipe.times === undefined ? index : Math.round(recipe.times[index]! * ticks));
    const frame = av.Frame.fromVideoBuffer(Buffer.from(picture.bytes), {
      width,
      height,
      format: av.AV_PIX_FMT_YUV420P,
      pts,
      timeBase,
    });
    for (const packet of await encoder.encodeAll(frame)) await muxer.writePacket(packet, stream);
    frame.free();
    if (index === 0) await sound?.();
  }
  for (const packet of await encoder.encodeAll(null)) await muxer.writePacket(packet, stream);
  await muxer.close();
  return recipe.file;
}

async function addSound(
  recipe: VideoRecipe,
  muxer: Awaited<ReturnType<typeof av.Muxer.open>>,
): Promise<() => Promise<void>> {
  const opus = recipe.sound === 'opus';
  const encoder = await av.Encoder.create(opus ? av.FF_ENCODER_LIBOPUS : av.FF_ENCODER_AAC, {
    bitrate: '96k',
    context: { timeBase: new av.Rational(1, 48_000) },
  });
  const stream = muxer.addStream(encoder);
  const step = opus ? 960 : 1024;
  const length = Math.round(((recipe.soundSeconds ?? recipe.frames / recipe.framesPerSecond) * 48_000) / step);
  return async () => {
    for (let block = 0; block < length; block++) {
      const samples = new Float32Array(step * 2);
      for (let at = 0; at < step; at++) {
        samples[at] = samples[step + at] = 0.3 * Math.sin((2 * Math.PI * 440 * (block * step + at)) / 48_000);
      }
      if (opus) interleave(samples, step);
      const frame = av.Frame.fromAudioBuffer(Buffer.from(samples.buffer), {
        nbSamples: step,
        format: opus ? av.AV_SAMPLE_FMT_FLT : av.AV_SAMPLE_FMT_FLTP,
        sampleRate: 48_000,
        channelLayout: av.AV_CHANNEL_LAYOUT_STEREO,
        pts: BigInt(block * step),
        timeBase: { num: 1, den: 48_000 },
      });
      for (const packet of await encoder.encodeAll(frame)) await muxer.writePacket(packet, stream);
      frame.free();
    }
    for (const packet of await encoder.encodeAll(null)) await muxer.writePacket(packet, stream);
  };
}

function interleave(samples: Float32Array, step: number): void {
  const planar = samples.slice();
  for (let at = 0; at < step; at++) {
    samples[2 * at] = planar[at]!;
    samples[2 * at + 1] = planar[step + at]!;
  }
}

function drawWorld(recipe: VideoRecipe, index: number): Uint8Array {
  const { width, height } = recipe;
  const rgb = new Uint8Array(width * height * 3);
  const zoom = (recipe.zoomPerFrame ?? 1) ** index;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      // Content moves right and down by the pan, and outwards by the zoom.
      const x = (column - width / 2 - recipe.panX * index) / zoom;
      const y = (row - height / 2 - recipe.panY * index) / zoom;
      const light = 128 + 45 * Math.sin(x / 9) + 40 * Math.sin(y / 11 + x / 37) + 30 * Math.sin((x + 2 * y) / 23);
      const at = (row * width + column) * 3;
      rgb[at] = light;
      rgb[at + 1] = light * 0.9;
      rgb[at + 2] = 255 - light;
    }
  }
  return rgb;
}
