/** Tells from the first bytes of a file which of the media types that we take it is. */

/** More than any of the signatures needs; WebM's is the longest. */
export const sniffBytes = 128;

const webm = /^\x1aE\xdf\xa3.{1,80}?B\x82.{1,8}?webm/s;
/** Movie brands of ISO files. The image and sound brands (heic, avif, M4A) share the box and are not listed. */
const mp4Brand =
  /^(?:iso[2-9a-cm]|mp4[12v]|mp71|avc[1-4]|hvc1|hev1|av01|dash|cmf[2c]|ms[di][hx]|M4V[ HP]|MSNV|mmp4|3g[egp2].|f4v |XAVC)$/;
const stillBrand = /^(?:hei[cmsx]|he[vm][cmsx]|mif[12]|msf1|avi[fos]|miaf|jp[2xm] |crx |M4[AB] )$/;

export function sniffMediaType(firstBytes: Buffer): string | null {
  const text = firstBytes.toString('latin1', 0, sniffBytes);
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  if (webm.test(text)) return 'video/webm';
  const box = text.slice(4, 8);
  if (box === 'ftyp') return sniffBrands(text, firstBytes.readUInt32BE(0));
  // QuickTime files older than the brand box begin with one of these.
  return ['moov', 'mdat', 'wide', 'free'].includes(box) ? 'video/quicktime' : null;
}

function sniffBrands(text: string, boxBytes: number): string | null {
  const major = text.slice(8, 12);
  if (major === 'qt  ') return 'video/quicktime';
  if (mp4Brand.test(major)) return 'video/mp4';
  if (stillBrand.test(major)) return null;
  const compatible = text.slice(16, Math.min(boxBytes, text.length)).match(/.{4}/gs) ?? [];
  return compatible.some((brand) => mp4Brand.test(brand)) ? 'video/mp4' : null;
}
