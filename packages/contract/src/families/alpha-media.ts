/** What only the content of alpha's media can show: an image's ratio, a reference video's length. */
import type { Fault } from '../fields.ts';
import type { GenerationRequest, MediaFacts, MediaInput } from '../generation.ts';
import { referenceVideoMillisecondsMax, referenceVideoMillisecondsMin } from '../limits.ts';

/** Motion control is the only mode with a video among its media. */
const motionVideoAt = (media: readonly MediaInput[]): number => media.findIndex(({ role }) => role === 'motion');

/**
 * What decides the shape may not be a strip: the decisions say so of input images, and a video of 100:1 could only
 * fail later. A reference video lasts 3 to 30 seconds.
 */
export function checkMedia({ media }: GenerationRequest, facts: readonly (MediaFacts | undefined)[]): Fault[] {
  const faults: Fault[] = [];
  for (const [index, { field, role }] of media.entries()) {
    const known = facts[index];
    if (known === undefined) continue;
    const { width, height, milliseconds = 0 } = known;
    if (role !== 'reference' && (width > 3 * height || height > 3 * width)) {
      const message = `${field} must be between 1:3 and 3:1 (${width}x${height} sent)`;
      faults.push({ field, message, type: 'media_ratio' });
    }
    const isTooShort = milliseconds < referenceVideoMillisecondsMin;
    if (role === 'motion' && (isTooShort || milliseconds > referenceVideoMillisecondsMax)) {
      const message = `${field} must last 3 to 30 seconds (${(milliseconds / 1000).toFixed(3)} s sent)`;
      faults.push({ field, message, type: 'media_duration' });
    }
  }
  return faults;
}

/** A reference video as short as may be. */
export function shortestVideo(media: readonly MediaInput[]): (MediaFacts | undefined)[] {
  const shortest = { width: 1, height: 1, milliseconds: referenceVideoMillisecondsMin };
  return media.map(({ role }) => (role === 'motion' ? shortest : undefined));
}

/** Motion control is priced by every started second of the reference video. */
export function startedSeconds(media: readonly MediaInput[], facts: readonly (MediaFacts | undefined)[]): number {
  const milliseconds = facts[motionVideoAt(media)]?.milliseconds;
  if (milliseconds === undefined)
    throw new Error('the price of motion control follows the reference video: measure it first');
  return Math.ceil(milliseconds / 1000);
}
