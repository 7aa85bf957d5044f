/** The nine families, in the document's order. */
import type { Family } from '../family.ts';
import { alpha } from './alpha.ts';
import { alphaO1Photo } from './alpha-o1-photo.ts';
import { alphaO1Video } from './alpha-o1-video.ts';
import { alphaO3Photo } from './alpha-o3-photo.ts';
import { alphaO3Video } from './alpha-o3-video.ts';
import { beta } from './beta.ts';
import { delta } from './delta.ts';
import { epsilonImages } from './epsilon-images.ts';
import { gamma } from './gamma.ts';

export const families: readonly Family[] = [
  alpha,
  alphaO1Video,
  alphaO3Video,
  alphaO1Photo,
  alphaO3Photo,
  beta,
  gamma,
  delta,
  epsilonImages,
];
