/** One small picture in every way images are sent: what damaged ones are made from. */
import sharp from 'sharp';

export async function sampleImages(): Promise<Buffer[]> {
  const [width, height] = [160, 120];
  const shade = Uint8Array.from(
    { length: width * height * 3 },
    (_, at) => 128 + 90 * Math.sin(at / 37) * Math.cos(at / 5_000),
  );
  const picture = sharp(shade, { raw: { width, height, channels: 3 } });
  return Promise.all([
    picture.clone().jpeg().toBuffer(),
    picture.clone().jpeg({ progressive: true }).toBuffer(),
    picture.clone().png().toBuffer(),
    picture.clone().png({ progressive: true, palette: true }).toBuffer(),
    picture.clone().webp().toBuffer(),
    picture.clone().webp({ lossless: true }).toBuffer(),
  ]);
}
