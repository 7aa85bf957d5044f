/** Decodes a video's first and last picture, in the child process: what a header promises and the file lacks shows here. */
import type { CodecContext, FormatContext, Frame, Packet, Stream } from 'node-av';
import type { FramesResult } from './orders.ts';

type Av = typeof import('node-av');

interface Decoding {
  av: Av;
  format: FormatContext;
  stream: Stream;
  codec: CodecContext;
  packet: Packet;
  frame: Frame;
}

/** A keyframe shows a picture within a few packets, or never. */
const packetsBeforeFirstPictureMax = 100;
/** Any time after the last picture: seeking backwards from it finds the last keyframe. */
const endOfTime = 2n ** 62n;

export async function seeFrames(order: { file: string; container: 'mov' | 'matroska' }): Promise<FramesResult> {
  const av = await import('node-av').catch(() => null);
  if (!av) return { seen: 'no_decoder' };
  av.Log.setLevel(av.AV_LOG_QUIET);
  const format = new av.FormatContext();
  const codec = new av.CodecContext();
  const packet = new av.Packet();
  const frame = new av.Frame();
  packet.alloc();
  frame.alloc();
  try {
    const stream = await openVideo({ av, format, codec }, order);
    if (stream === null) return { seen: 'undecodable' };
    if (stream === 'codec_not_taken') return { seen: stream };
    const spanSeconds = await decodeEnds({ av, format, stream, codec, packet, frame });
    return spanSeconds === null ? { seen: 'undecodable' } : { seen: 'frames', spanSeconds, ratio: ratioOf(stream) };
  } finally {
    frame.free();
    packet.free();
    codec.freeContext();
    await format.closeInput();
  }
}

/** The codecs that the header's reader lets through; `mp4v` there may be one of several. */
function codecsTaken(av: Av): readonly number[] {
  return [
    av.AV_CODEC_ID_H264,
    av.AV_CODEC_ID_HEVC,
    av.AV_CODEC_ID_VP8,
    av.AV_CODEC_ID_VP9,
    av.AV_CODEC_ID_AV1,
    av.AV_CODEC_ID_MPEG4,
    av.AV_CODEC_ID_MJPEG,
    av.AV_CODEC_ID_PRORES,
  ];
}

function ratioOf({ sampleAspectRatio: { num, den }, codecpar: { width, height } }: Stream): number | null {
  return num > 0 && den > 0 && num !== den ? (width * num) / (height * den) : null;
}

/** The demuxer is named and the protocol fixed: nothing inside a file can make FFmpeg open another file or an address. */
async function openVideo(
  { av, format, codec }: Pick<Decoding, 'av' | 'format' | 'codec'>,
  { file, container }: { file: string; container: 'mov' | 'matroska' },
): Promise<Stream | 'codec_not_taken' | null> {
  // Edit lists are left aside because the header's reader does so too, and the two are compared.
  const only =
    container === 'mov' ? { protocol_whitelist: 'file', ignore_editlist: '1' } : { protocol_whitelist: 'file' };
  const settings = av.Dictionary.fromObject(only);
  const opened = await format.openInput(`file:${file}`, av.InputFormat.findInputFormat(container), settings);
  if (opened < 0) return null;
  const stream = format.streams[format.findBestStream(av.AVMEDIA_TYPE_VIDEO)];
  if (!stream) return null;
  if (!codecsTaken(av).includes(stream.codecpar.codecId)) return 'codec_not_taken';
  for (const other of format.streams) if (other.index !== stream.index) other.discard = av.AVDISCARD_ALL;
  const decoder = av.Codec.findDecoder(stream.codecpar.codecId);
  codec.allocContext3(decoder);
  if (codec.parametersToContext(stream.codecpar) < 0) return null;
  codec.threadCount = 2;
  // Nobody sees these pictures: without deblocking, a long way from the last keyframe is shorter.
  codec.setOption('skip_loop_filter', 'all');
  return (await codec.open2(decoder)) < 0 ? null : stream;
}

/** From the first picture's timestamp to the last one's, in seconds; null when there is none. */
async function decodeEnds(decoding: Decoding): Promise<number | null> {
  const { av, format, stream, codec } = decoding;
  const first = await firstPicture(decoding);
  if (first === null) return null;
  codec.flushBuffers();
  // Files without an index cannot seek; then the way to the end leads through the whole file.
  await format.seekFrame(stream.index, endOfTime, av.AVSEEK_FLAG_BACKWARD);
  const last = await lastPicture(decoding);
  if (last === null) return null;
  return (Number(last - first) * stream.timeBase.num) / stream.timeBase.den;
}

async function firstPicture(decoding: Decoding): Promise<bigint | null> {
  for (let packets = 0; packets < packetsBeforeFirstPictureMax; packets += 1) {
    const sent = await sendNext(decoding);
    const [first] = await pictures(decoding);
    if (first !== undefined) return first;
    if (sent !== 'sent') return null;
  }
  return null;
}

async function lastPicture(decoding: Decoding): Promise<bigint | null> {
  let last: bigint | null = null;
  for (;;) {
    const sent = await sendNext(decoding);
    if (sent === 'broken') return null;
    for (const time of await pictures(decoding)) if (last === null || time > last) last = time;
    if (sent === 'end') return last;
  }
}

/** Passes the next packet of the video to the decoder. One that the file holds only in part means a file that was cut off. */
async function sendNext({ av, format, stream, codec, packet }: Decoding): Promise<'sent' | 'end' | 'broken'> {
  for (;;) {
    const read = await format.readFrame(packet);
    if (read === av.AVERROR_EOF) {
      await codec.sendPacket(null);
      return 'end';
    }
    if (read < 0) return 'broken';
    const ours = packet.streamIndex === stream.index;
    const isWhole = !packet.hasFlags(av.AV_PKT_FLAG_CORRUPT);
    if (ours && isWhole) await codec.sendPacket(packet);
    packet.unref();
    if (ours) return isWhole ? 'sent' : 'broken';
  }
}

/** The timestamps of all pictures that the decoder has ready. */
async function pictures({ codec, frame }: Decoding): Promise<bigint[]> {
  const times: bigint[] = [];
  while ((await codec.receiveFrame(frame)) >= 0) {
    times.push(frame.bestEffortTimestamp);
    frame.unref();
  }
  return times;
}
