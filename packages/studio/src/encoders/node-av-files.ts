/** Opens a stranger's video with node-av: the kind its first bytes tell, and nothing beyond this one file. */
import { Demuxer } from 'node-av/api';
import { VIDEO_BYTES_MAX } from '../media/invalid-media.ts';
import { identifyVideo } from '../media/signature.ts';

export async function openVideoFile(file: string): Promise<Demuxer> {
  const format = await identifyVideo(file, VIDEO_BYTES_MAX);
  return Demuxer.open(file, { format, options: { protocol_whitelist: 'file' } });
}
