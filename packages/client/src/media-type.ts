/** Which media type the first bytes of a file say it is, of those that the service takes. The service looks closer. */

export function mediaTypeOf(bytes: Uint8Array): string | null {
  const text = String.fromCharCode(...bytes.subarray(0, 64));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG')) return 'image/png';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  if (text.startsWith('\x1aE\xdf\xa3')) return 'video/webm';
  const box = text.slice(4, 8);
  if (box === 'ftyp') return text.startsWith('qt  ', 8) ? 'video/quicktime' : 'video/mp4';
  return /^(moov|mdat|wide|free)$/.test(box) ? 'video/quicktime' : null;
}
