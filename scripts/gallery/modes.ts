/** One clip or picture of every mode, made from the gallery's own pictures so that it needs nothing from outside. */
import { join } from 'node:path';
import { render } from '../../packages/studio/src/index.ts';
import { drawMoments, requestFor } from './drawn.ts';
import { type Tile, writeJpeg } from './sheet.ts';

const THREE_MOMENTS = [0.02, 0.5, 0.98];

/** `folder` takes the stills and the video that the modes start from. */
export async function drawModes(folder: string): Promise<Tile[]> {
  const still = async (name: string, prompt: string) => {
    const file = join(folder, `${name}.jpg`);
    const [pixels] = await drawMoments(requestFor({ task: 't2i', prompt, width: 960, height: 540 }), [0.4]);
    await writeJpeg(file, pixels!, 960);
    return file;
  };
  const castle = await still('castle', 'a castle in the mountains at noon');
  const dawn = await still('dawn', 'a lighthouse on a coast at dawn');
  const night = await still('night', 'a lighthouse on a coast at night');
  const burger = await still('burger', 'a burger on a white background');
  const watch = await still('watch', 'a gold watch on a black background');
  const fox = await still('fox', 'a fox in a forest');
  const pan = await panningVideo(join(folder, 'pan.mp4'));
  const image = 'image/jpeg';
  const picture = (role: 'first' | 'last' | 'reference', file: string) => ({ role, file, type: image });
  const modes = [
    ['text to video: a red car on a road, pan right', { task: 't2v', prompt: 'a red car on a road, pan right' }],
    ['text to video: a horse running in a meadow', { task: 't2v', prompt: 'a horse running in a meadow, static shot' }],
    ['text to video: rain in a neon city, zoom in', { task: 't2v', prompt: 'rain in a neon city at night, zoom in' }],
    [
      'image to video: zoom in on a castle',
      { task: 'i2v', prompt: 'zoom in on the castle', media: [picture('first', castle)] },
    ],
    ['image to video: pan left', { task: 'i2v', prompt: 'pan left', media: [picture('first', fox)] }],
    [
      'motion transfer: the pan of a video, on a castle',
      {
        task: 'motion',
        prompt: 'a castle',
        media: [picture('reference', castle), { role: 'motion', file: pan, type: 'video/mp4' }],
      },
    ],
    [
      'frame to frame: dawn to night',
      { task: 'frames', prompt: 'night falls', media: [picture('first', dawn), picture('last', night)] },
    ],
    [
      'reference images to video',
      {
        task: 'refs2v',
        prompt: 'a burger, a watch and a castle in a green forest',
        media: [picture('reference', burger), picture('reference', watch), picture('reference', castle)],
      },
    ],
  ] as const;
  const tiles: Tile[] = [];
  for (const [caption, wanted] of modes) {
    const frames = await drawMoments(
      requestFor({ ...wanted, media: [...('media' in wanted ? wanted.media : [])] }),
      THREE_MOMENTS,
    );
    tiles.push({ caption, frames });
  }
  const sheets = [
    requestFor({ task: 't2i', prompt: 'a sailboat on the ocean at sunset', multiShot: true }),
    requestFor({ task: 'i2i', prompt: 'on a beach at sunset', media: [picture('reference', burger)] }),
    requestFor({ task: 'i2i', prompt: 'in space', media: [picture('reference', watch), picture('reference', fox)] }),
  ];
  const pictures = await Promise.all(sheets.map(async (request) => (await drawMoments(request, [0.4]))[0]!));
  tiles.push({ caption: 'multiple shots, and reference images to picture', frames: pictures });
  return tiles;
}

async function panningVideo(file: string): Promise<string> {
  const request = requestFor({
    task: 't2v',
    prompt: 'mountains at noon, pan right',
    seconds: 3,
    width: 320,
    height: 180,
    outputFile: file,
  });
  const outcome = await render(request, { progress: () => {}, deadlineMilliseconds: 60_000 }).done;
  if (!outcome.ok) throw new Error(`The reference video could not be made: ${outcome.message}`);
  return file;
}
