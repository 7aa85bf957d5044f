/** The sound of a clip with node-av: none, samples that were made for it, or what a reference video brings. */
import type { ClipSound, StereoSamples } from './encoder.ts';
import { encodeSamples, SILENCE, type SoundFeed, type SoundTarget } from './node-av-sound.ts';

export async function openSound({ sound, ...target }: SoundTarget & { sound: ClipSound }): Promise<SoundFeed> {
  if (sound.kind === 'none') return SILENCE;
  if (sound.kind === 'samples') return encodeSamples(target, readArrays(sound.samples));
  const { openOriginalSound } = await import('./node-av-original-sound.ts');
  return openOriginalSound(target, sound.file);
}

async function* readArrays(samples: StereoSamples): AsyncGenerator<StereoSamples> {
  yield samples;
}
