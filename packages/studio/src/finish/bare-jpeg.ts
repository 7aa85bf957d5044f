/** Takes out of a JPEG what its writer said in it (a camera, a place, a prompt, a program) and leaves every pixel as it is. */

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const COMMENT = 0xfe;
/** Needed to show the picture as it is meant: its resolution, its colour profile, how its colours are stored. */
const KEPT_APPLICATION_SEGMENTS = [0xe0, 0xe2, 0xee];
const RESTARTS = [0xd0, 0xd7] as const;

/** Null where the file is not built as it should be. */
export function bareJpeg(bytes: Buffer): Buffer | null {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === START_OF_SCAN) {
      kept.push(bytes.subarray(at, endOfPicture(bytes, at)));
      return Buffer.concat(kept);
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return null;
    const isSaying = marker === COMMENT || (marker >= 0xe0 && marker <= 0xef);
    if (!isSaying || isNeeded(marker, bytes.subarray(at + 4, end))) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

/** Other pictures and text may lie in a profile's segment, too, so it has to begin as profiles do. */
function isNeeded(marker: number, content: Buffer): boolean {
  if (!KEPT_APPLICATION_SEGMENTS.includes(marker)) return false;
  return marker !== 0xe2 || content.toString('latin1', 0, 11) === 'ICC_PROFILE';
}

/** Behind it some programs append files of their own. */
function endOfPicture(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from + 2); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1]!;
    if (marker === END_OF_IMAGE) return at + 2;
    const isData = marker === 0 || marker === 0xff || (marker >= RESTARTS[0] && marker <= RESTARTS[1]);
    // Between the scans of a progressive picture stand tables, in segments whose contents may look like an end.
    if (!isData) at += 1 + bytes.readUInt16BE(at + 2);
  }
  return bytes.length;
}
