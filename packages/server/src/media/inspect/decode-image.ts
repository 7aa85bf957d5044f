/** Decodes every pixel of an image, in the child process. */
import sharp from 'sharp';
import type { ImageResult } from './orders.ts';

// Only the three loaders that the specification names, and only from files: no SVG, no PDF, no ImageMagick.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] });
sharp.cache(false);
sharp.concurrency(1);

export async function seeImage(order: { file: string; pixelsMax: number }): Promise<ImageResult> {
  // An animation is its first picture: `pages` is 1 by default, and nothing after it is decoded.
  const open = () => sharp(order.file, { failOn: 'error', limitInputPixels: order.pixelsMax, sequentialRead: true });
  try {
    const header = await sharp(order.file, { failOn: 'error', limitInputPixels: false }).metadata();
    const { width, height } = header.autoOrient;
    if (width * height > order.pixelsMax) return { seen: 'too_many_pixels', width, height };
    // Averaging down needs every pixel but holds few of them; shrinking while loading would skip most of a JPEG.
    await open().resize(16, 16, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
    return { seen: 'image', width, height };
  } catch {
    return { seen: 'undecodable' };
  }
}
