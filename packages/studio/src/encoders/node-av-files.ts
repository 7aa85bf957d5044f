/** What the parts of the node-av encoder share: its type, opening a file, writing packets. */
import type { Demuxer, Muxer, Packet } from 'node-av';
import { VIDEO_BYTES_MAX } from '../media/invalid-media.ts';
import { identifyVideo } from '../media/signature.ts';

export type NodeAv = typeof import('node-av');

export async function openVideoFile(av: NodeAv, file: string): Promise<Demuxer> {
  const format = await identifyVideo(file, VIDEO_BYTES_MAX);
  return av.Demuxer.open(file, { format, options: { protocol_whitelist: 'file' } });
}

export async function writePackets(muxer: Muxer, packets: Packet[], stream: number): Promise<void> {
  for (const packet of packets) {
    await muxer.writePacket(packet, stream);
    packet.free();
  }
}
