/** An MP4 in the making: tracks are added, the file is begun, packets are written, the file is closed. */
import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { type CodecContext, Dictionary, FFmpegError, FormatContext, Packet, type Stream } from 'node-av/lib';

export interface Track {
  /** Takes the packet's contents; its times are those of the codec or file it comes from. */
  write(packet: Packet): void;
}

export interface Mp4 {
  addEncoded(codec: CodecContext): Track;
  addCopied(from: Stream): Track;
  /** No track can be added from here on. */
  begin(): Promise<void>;
  close(): void;
}

/** FFmpeg answers with negative numbers where it fails. */
export function check(answer: number, deed: string): void {
  FFmpegError.throwIfError(answer, deed);
}

export function openMp4(file: string): Mp4 {
  const format = new FormatContext();
  check(format.allocOutputContext2(null, 'mp4', file), 'describing the file');
  check(format.openOutputSync(), 'opening the file');
  const addTrack = (described: (stream: Stream) => number, timeBase: Stream['timeBase']): Track => {
    const stream = format.newStream();
    check(described(stream), 'describing a track');
    stream.timeBase = timeBase;
    return {
      write(packet) {
        packet.streamIndex = stream.index;
        packet.rescaleTs(timeBase, stream.timeBase);
        check(format.interleavedWriteFrameSync(packet), 'writing a packet');
      },
    };
  };
  return {
    addEncoded: (codec) => addTrack((stream) => stream.codecpar.fromContext(codec), codec.timeBase),
    addCopied: (from) => addTrack((stream) => from.codecpar.copy(stream.codecpar), from.timeBase),
    async begin() {
      // Without the clock and FFmpeg's version in it: equal requests must give equal bytes.
      const options = Dictionary.fromObject({ movflags: '+faststart', fflags: '+bitexact' });
      check(await format.writeHeader(options), 'beginning the file');
    },
    close() {
      check(format.writeTrailerSync(), 'ending the file');
      format.closeOutputSync();
      format.freeContext();
    },
  };
}

/** Writes what a codec has ready; after its last frame, all that it held back. */
export function writeReady(codec: CodecContext, track: Track): void {
  const packet = new Packet();
  packet.alloc();
  for (;;) {
    const answer = codec.receivePacketSync(packet);
    if (answer === AVERROR_EAGAIN || answer === AVERROR_EOF) break;
    check(answer, 'encoding');
    track.write(packet);
  }
  packet.free();
}
