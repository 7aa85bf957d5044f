/** Takes the wall clock out of an MP4: the muxer stamps the moment of writing, and equal requests must give equal bytes. */

const CONTAINERS = new Set(['moov', 'trak', 'mdia']);
const STAMPED = new Set(['mvhd', 'tkhd', 'mdhd']);

/** Zeroes creation and modification times in place. */
export function clearTimes(mp4: Uint8Array): Uint8Array {
  const view = new DataView(mp4.buffer, mp4.byteOffset, mp4.byteLength);
  clearBoxes(view, { from: 0, to: mp4.byteLength });
  return mp4;
}

function clearBoxes(view: DataView, range: { from: number; to: number }): void {
  let at = range.from;
  while (at + 8 <= range.to) {
    const short = view.getUint32(at);
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short;
    if (size < 8) return;
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
    if (CONTAINERS.has(type)) clearBoxes(view, { from: at + 8, to: at + size });
    if (STAMPED.has(type)) {
      // Version 1 boxes hold eight-byte times; both start after version and flags.
      const timeBytes = view.getUint8(at + 8) === 1 ? 16 : 8;
      for (let offset = 0; offset < timeBytes; offset += 4) view.setUint32(at + 12 + offset, 0);
    }
    at += size;
  }
}
