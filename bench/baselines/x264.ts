/** The yardstick for clips: x264 veryfast and nothing else. Frames come from a file, packets go to a file. */
import { open, rm } from 'node:fs/promises';
import {
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  Encoder,
  FF_ENCODER_LIBX264,
  Frame,
  Log,
  Muxer,
  type Packet,
  Rational,
} from 'node-av';

Log.setLevel(AV_LOG_QUIET);

const [, , framesFile, widthText, heightText, rateText] = process.argv;
const [width, height, framesPerSecond] = [Number(widthText), Number(heightText), Number(rateText)];
const timeBase = { num: 1, den: framesPerSecond };

const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
  gopSize: framesPerSecond * 2,
  threadCount: 2,
  context: { timeBase: new Rational(1, framesPerSecond), framerate: new Rational(framesPerSecond, 1) },
  options: { preset: 'veryfast', crf: 21, profile: 'high' },
});
const clipFile = `${framesFile}.mp4`;
const muxer = await Muxer.open(clipFile, { format: 'mp4' });
const stream = muxer.addStream(encoder);

async function write(packets: (Packet | null)[]): Promise<void> {
  for (const packet of packets) {
    if (packet === null) continue;
    await muxer.writePacket(packet, stream);
    packet.free();
  }
}

const frames = await open(framesFile!);
const bytes = Buffer.alloc((width * height * 3) / 2);
for (let index = 0; (await frames.read(bytes)).bytesRead === bytes.length; index += 1) {
  const format = AV_PIX_FMT_YUV420P;
  const frame = Frame.fromVideoBuffer(bytes, { width, height, format, pts: BigInt(index), timeBase });
  await write(await encoder.encodeAll(frame));
  frame.free();
}
await write(await encoder.encodeAll(null));
await muxer.close();
await frames.close();
await rm(clipFile);
process.exit(0);
