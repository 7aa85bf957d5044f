/** Words nothing in the picture stands for, set in it as a poster sets its title, under an emblem of their own. */
import { cutOut, drawShapes } from '../picture/canvas.ts';
import { brightness, mix } from '../picture/colour.ts';
import { legibility, letter } from '../picture/stroke-font.ts';
import type { Scene } from '../scene/scene.ts';
import { css } from './brush.ts';
import type { Size } from './painting.ts';
import { layerOf, type StageLayer, stageArea } from './stage.ts';

/** Lines of at most this many letters stay readable across a narrow frame. */
const LINE_LETTERS = 14;

/** Empty for words in a script the alphabet does not have: their emblem speaks for them. */
export async function setTitle(scene: Scene, size: Size, words: string): Promise<StageLayer[]> {
  if (legibility(words) < 0.5) return [];
  const lines = breakLines(words).map(letter);
  // Those who are in the picture are seen behind it.
  const share = scene.subjects.length === 0 ? 0.3 : 0.17;
  const widest = Math.max(...lines.map(({ width }) => width));
  const unit = Math.min((size.width * 0.8) / widest, (size.height * share) / (lines.length * 9));
  const top = size.height * 0.93 - lines.length * unit * 9;
  const dark = brightness(scene.palette.ground) < 110;
  const ink = css(dark ? mix(scene.palette.light, [255, 255, 255], 0.6) : [22, 20, 30]);
  const rim = css(dark ? [10, 10, 18] : [255, 255, 255]);
  const body = lines.map((line, at) => {
    const left = (size.width - line.width * unit) / 2;
    const place = `transform="translate(${left} ${top + at * unit * 9}) scale(${unit})" fill="none" stroke-linecap="round" stroke-linejoin="round"`;
    return `<g ${place} stroke="${rim}" stroke-width="1.5" opacity="0.35">${line.paths}</g><g ${place} stroke="${ink}" stroke-width="0.8">${line.paths}</g>`;
  });
  // Over an emblem or a subject a title needs no rule, and would strike it through.
  const rule =
    scene.setting === null || scene.subjects.length > 0
      ? ''
      : `<rect x="${size.width / 2 - unit * 7}" y="${top - unit * 4}" width="${unit * 14}" height="${unit * 0.6}" fill="${ink}" fill-opacity="0.85"/>`;
  return layerOf(cutOut(await drawShapes(rule + body.join(''), stageArea(size, 'many'))), 0.1);
}

function breakLines(words: string): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < LINE_LETTERS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.slice(0, 18));
  }
  return lines.slice(0, 3);
}
