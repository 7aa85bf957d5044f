/** Colours as red, green and blue from 0 to 255, and the small arithmetic that palettes are made of. */

export type Colour = readonly [red: number, green: number, blue: number];

export function fromHex(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function mix(from: Colour, to: Colour, share: number): Colour {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

export function dim(colour: Colour, light: number): Colour {
  return [colour[0] * light, colour[1] * light, colour[2] * light];
}

export function brightness(colour: Colour): number {
  return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];
}

/** The hue of one colour at the brightness of another: towards black when darker, towards white when lighter. */
export function atBrightness(colour: Colour, wanted: number): Colour {
  const own = brightness(colour);
  if (wanted <= own) return dim(colour, own === 0 ? 0 : wanted / own);
  return mix(colour, [255, 255, 255], (wanted - own) / (255 - own));
}

/** Repaints a colour in a tint but keeps most of its light, so that a red night stays a night. */
export function tinted(base: Colour, tint: Colour, strength: number): Colour {
  const wanted = brightness(base) * 0.6 + brightness(tint) * 0.4;
  return mix(base, atBrightness(tint, wanted), strength);
}

export function fromHue(degrees: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const place = (offset + degrees / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

/** BT.709 with studio range, the only colour matrix of the package: encoders tag their output with it. */
export function toLuma(colour: Colour): number {
  return 16 + 0.1826 * colour[0] + 0.6142 * colour[1] + 0.062 * colour[2];
}

export function toBlueDifference(colour: Colour): number {
  return 128 - 0.1006 * colour[0] - 0.3386 * colour[1] + 0.4392 * colour[2];
}

export function toRedDifference(colour: Colour): number {
  return 128 + 0.4392 * colour[0] - 0.3989 * colour[1] - 0.0403 * colour[2];
}
