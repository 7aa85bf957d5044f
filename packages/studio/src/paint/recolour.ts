/** Gives a drawing the colour that words ask for: what is of its strongest colour changes, and everything else stays. */
import type { Canvas } from '../picture/canvas.ts';
import { atBrightness, brightness, type Colour } from '../picture/colour.ts';

/** Colours within a sixth of the circle are shades of one. */
const HUES = 12;
const NEAR_HUE = 45;

/** Less saturated than this is a grey. */
const GREY = 0.18;

interface Tone {
  hue: number;
  saturation: number;
  light: number;
}

function toneOf([red, green, blue]: Colour): Tone {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const spread = most - least;
  const sixth =
    spread === 0
      ? 0
      : most === red
        ? (green - blue) / spread
        : most === green
          ? 2 + (blue - red) / spread
          : 4 + (red - green) / spread;
  return {
    hue: (sixth * 60 + 360) % 360,
    saturation: most === 0 ? 0 : spread / most,
    light: brightness([red, green, blue]),
  };
}

/** The mean of the colour that most of a drawing has; greys count less, because most outlines and wheels are grey. */
export function strongestOf({ rgba }: Canvas): Colour {
  const sums = Array.from({ length: HUES + 3 }, () => ({ weight: 0, red: 0, green: 0, blue: 0 }));
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3]! < 200) continue;
    const [red, green, blue] = [rgba[at]!, rgba[at + 1]!, rgba[at + 2]!];
    const tone = toneOf([red, green, blue]);
    const grey = tone.saturation < GREY;
    const bin = grey ? HUES + Math.min(2, Math.floor(tone.light / 86)) : Math.floor((tone.hue / 360) * HUES) % HUES;
    const weight = grey ? 0.6 : 1;
    const sum = sums[bin]!;
    sum.weight += weight;
    sum.red += weight * red;
    sum.green += weight * green;
    sum.blue += weight * blue;
  }
  const { weight, red, green, blue } = sums.reduce((most, sum) => (sum.weight > most.weight ? sum : most));
  return weight === 0 ? [128, 128, 128] : [red / weight, green / weight, blue / weight];
}

/** Lights and shades of the old colour become those of the new one. */
export function repainted(from: Colour, to: Colour): (colour: Colour) => Colour {
  const old = toneOf(from);
  const wanted = brightness(to);
  return (colour) => {
    const tone = toneOf(colour);
    return isShadeOf(tone, old) ? atBrightness(to, shade(wanted, tone.light / Math.max(24, old.light))) : colour;
  };
}

function isShadeOf(tone: Tone, old: Tone): boolean {
  if (old.saturation < GREY) return tone.saturation < GREY + 0.1 && Math.abs(tone.light - old.light) < 70;
  const away = Math.abs(tone.hue - old.hue);
  return tone.saturation >= GREY && Math.min(away, 360 - away) < NEAR_HUE && tone.light > 12;
}

/** Brighter parts of a white thing stay white, darker ones of a black thing stay black. */
function shade(wanted: number, ratio: number): number {
  const bent = ratio < 1 ? ratio ** 0.8 : 1 + (ratio - 1) * 0.55;
  return Math.min(250, Math.max(6, wanted * bent));
}
