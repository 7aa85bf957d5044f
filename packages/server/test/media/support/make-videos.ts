/** Makes the videos that the tests look at, into a folder: those named after it, or all small ones. A process of its own, because it loads FFmpeg. */
import { join } from 'node:path';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV422P10LE,
  AV_PIX_FMT_YUVJ420P,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  Encoder,
  type FFEncoderCodec,
  Frame,
  Muxer,
  type Packet,
} from 'node-av';

const [folder, ...named] = process.argv.slice(2) as [string, ...string[]];

interface Size {
  width: number;
  height: number;
}

interface Recipe {
  name: string;
  format: 'mp4' | 'mov' | 'webm';
  video?:
    | 'libx264'
    | 'libvpx'
    | 'libvpx-vp9'
    | 'libx265'
    | 'libsvtav1'
    | 'mpeg4'
    | 'mjpeg'
    | 'prores_ks'
    | 'mpeg2video';
  sound?: 'aac' | 'libopus';
  frames: number;
  framesPerSecond?: number;
  /** The small one without it. */
  size?: Size;
  pixelAspect?: { num: number; den: number };
  muxing?: Record<string, string>;
}

const small: Size = { width: 96, height: 64 };
const atFront = { movflags: '+faststart' };
const recipes: Recipe[] = [
  { name: 'plain.mp4', format: 'mp4', video: 'libx264', frames: 120, muxing: atFront },
  { name: 'sound.mp4', format: 'mp4', video: 'libx264', sound: 'aac', frames: 120, muxing: atFront },
  {
    name: 'large.mp4',
    format: 'mp4',
    video: 'libx264',
    sound: 'aac',
    frames: 120,
    size: { width: 1280, height: 720 },
    muxing: atFront,
  },
  { name: 'moov-at-end.mp4', format: 'mp4', video: 'libx264', frames: 120 },
  {
    name: 'fragmented.mp4',
    format: 'mp4',
    video: 'libx264',
    frames: 96,
    muxing: { movflags: '+frag_keyframe+empty_moov' },
  },
  { name: 'plain.mov', format: 'mov', video: 'libx264', sound: 'aac', frames: 96 },
  { name: 'opus.webm', format: 'webm', video: 'libvpx', sound: 'libopus', frames: 96 },
  { name: 'vp9.webm', format: 'webm', video: 'libvpx-vp9', frames: 72 },
  { name: 'live.webm', format: 'webm', video: 'libvpx', frames: 72, muxing: { live: '1' } },
  { name: 'hevc.mp4', format: 'mp4', video: 'libx265', frames: 72 },
  { name: 'av1.mp4', format: 'mp4', video: 'libsvtav1', frames: 72 },
  { name: 'ntsc.mp4', format: 'mp4', video: 'libx264', frames: 90, framesPerSecond: 30_000 / 1_001 },
  { name: 'one-frame.mp4', format: 'mp4', video: 'libx264', frames: 1 },
  { name: 'wide-pixels.mp4', format: 'mp4', video: 'libx264', frames: 24, pixelAspect: { num: 2, den: 1 } },
  { name: 'uneven-pixels.mp4', format: 'mp4', video: 'libx264', frames: 24, pixelAspect: { num: 64, den: 45 } },
  { name: 'mpeg4.mp4', format: 'mp4', video: 'mpeg4', frames: 72 },
  { name: 'mpeg4.mov', format: 'mov', video: 'mpeg4', frames: 72 },
  { name: 'mjpeg.mp4', format: 'mp4', video: 'mjpeg', frames: 72 },
  { name: 'mjpeg.mov', format: 'mov', video: 'mjpeg', frames: 72 },
  { name: 'prores.mov', format: 'mov', video: 'prores_ks', frames: 72 },
  { name: 'old-codec.mp4', format: 'mp4', video: 'mpeg2video', frames: 24 },
  { name: 'only-sound.mp4', format: 'mp4', sound: 'aac', frames: 72 },
];

const wanted = ({ name, size }: Recipe) => (named.length === 0 ? size === undefined : named.includes(name));
for (const recipe of recipes.filter(wanted)) await make(recipe);

async function make(made: Recipe): Promise<void> {
  const { name, format, video, sound, frames, framesPerSecond = 24, size = small, ...recipe } = made;
  const { num, den } = rateOf(framesPerSecond);
  const timeBase = { num: den, den: num };
  const pictures =
    video && (await Encoder.create(video as FFEncoderCodec, videoSettings(video, timeBase, recipe) as never));
  const soundContext = { timeBase: { num: 1, den: 48_000 } };
  const samples = sound && (await Encoder.create(sound as FFEncoderCodec, { context: soundContext } as never));
  const muxer = await Muxer.open(join(folder, name), { format, options: recipe.muxing ?? {} } as never);
  const videoStream = pictures ? muxer.addStream(pictures) : -1;
  const soundStream = samples ? muxer.addStream(samples) : -1;
  const write = async (packets: Packet[], stream: number) => {
    for (const packet of packets) {
      await muxer.writePacket(packet, stream);
      packet.free();
    }
  };
  for (let index = 0; pictures && index < frames; index += 1) {
    const frame = picture(index, { size, timeBase, video: video! });
    await write(await pictures.encodeAll(frame), videoStream);
    frame.free();
  }
  if (pictures) await write(await pictures.encodeAll(null), videoStream);
  for (let at = 0; samples && at + 960 <= Math.floor((frames / framesPerSecond) * 48_000); at += 960) {
    const frame = hum(sound === 'aac' ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT, at);
    await write(await samples.encodeAll(frame), soundStream);
    frame.free();
  }
  if (samples) await write(await samples.encodeAll(null), soundStream);
  await muxer.close();
}

function videoSettings(video: string, timeBase: { num: number; den: number }, { pixelAspect }: Partial<Recipe>) {
  const framerate = { num: timeBase.den, den: timeBase.num };
  const context = {
    timeBase,
    framerate,
    gopSize: 48,
    threadCount: 1,
    ...(pixelAspect ? { sampleAspectRatio: pixelAspect } : {}),
  };
  return { context, options: video === 'libx264' ? { preset: 'veryfast', crf: '34' } : {} };
}

function rateOf(framesPerSecond: number): { num: number; den: number } {
  return Number.isInteger(framesPerSecond) ? { num: framesPerSecond, den: 1 } : { num: 30_000, den: 1_001 };
}

function picture(index: number, given: { size: Size; timeBase: { num: number; den: number }; video: string }): Frame {
  const { size, timeBase, video } = given;
  const { width, height } = size;
  const pixels = Buffer.alloc((width * height * 3) / 2, 128);
  // A small one moves everywhere; a large one at its top alone, so that it is encoded in a moment.
  const moving = small.width * small.height;
  for (let at = 0; at < moving; at += 1) pixels[at] = (at * 3 + index * 5 + ((at / width) | 0) * 7) & 255;
  const shown = { width, height, pts: BigInt(index), timeBase };
  // ProRes takes ten bits a sample, and twice the colour.
  if (video === 'prores_ks') {
    const samples = new Uint16Array(width * height * 2).fill(512).map((grey, at) => (pixels[at] ?? grey / 4) * 4);
    return Frame.fromVideoBuffer(Buffer.from(samples.buffer), { ...shown, format: AV_PIX_FMT_YUV422P10LE });
  }
  return Frame.fromVideoBuffer(pixels, {
    ...shown,
    format: video === 'mjpeg' ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P,
  });
}

function hum(format: typeof AV_SAMPLE_FMT_FLT | typeof AV_SAMPLE_FMT_FLTP, at: number): Frame {
  const samples = new Float32Array(960 * 2).map((_, index) => Math.sin((at + index) / 30) * 0.1);
  return Frame.fromAudioBuffer(Buffer.from(samples.buffer), {
    nbSamples: 960,
    format,
    sampleRate: 48_000,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
    pts: BigInt(at),
    timeBase: { num: 1, den: 48_000 },
  });
}
