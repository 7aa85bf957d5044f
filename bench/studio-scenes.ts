/** What the studio is measured with: every setting, weather and style, and one request of each other kind. */
import type { RenderRequest } from '@afterimage/studio';

/** Every setting once, each weather and each hour at least once, then every style. */
export const scenes: readonly string[] = [
  'a blue ocean at noon with a sailing boat',
  'a meadow with red poppies and a horse',
  'a foggy forest at dawn with a deer',
  'a quiet coast at sunset with a lighthouse',
  'mountains in snow',
  'a desert with two camels',
  'a village in autumn',
  'deep space with a ringed planet',
  'an underwater reef with fish',
  'a cosy interior with a cat',
  'a road to the horizon with a car in a storm',
  'a city street at night in the rain',
  'justice and mercy',
  'a neon city street at night in the rain',
  'two horses in a meadow, film noir',
  'an old train, vintage photograph',
  'a cinematic film of a castle',
  'a cat on a chair, pencil sketch',
  'a rocket, pixel art',
  'a red apple on a table, oil painting',
  'a castle on a hill, watercolour',
];

export const clip = { width: 1280, height: 720, seconds: 5, framesPerSecond: 24 } as const;

export function createRequest(outputFile: string, changes: Partial<RenderRequest>): RenderRequest {
  return {
    task: 't2v',
    prompt: scenes[0]!,
    negativePrompt: null,
    cfgScale: null,
    seed: 7,
    ...clip,
    sound: 'generated',
    watermark: null,
    multiShot: false,
    media: [],
    outputFile,
    ...changes,
  };
}
