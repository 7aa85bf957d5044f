/** What the studio is measured with: every setting, weather and style, places and verbs with much to draw, and one request of each other kind. */
import type { RenderRequest } from '@afterimage/studio';

/** Every setting once, each weather and each hour at least once, then every style, then what moves most. */
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
  'a volcano erupting at night',
  'donuts raining from the sky',
  'seven seagulls flying over a ship in the harbour',
  'a parrot dancing on a pirate in a rainforest with a waterfall',
  'a house burning in a village in the snow',
  'a carousel spinning at a fairground at night',
  'three horses running through a wheat field in a storm',
  'five penguins jumping on ice floes',
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
