/** Ways to change the tones of whole planes at once, for styles: tables, fading, edges, tones from elsewhere. */
import { kernels } from '../simd/kernels.ts';
import { addressOf, allocate, sparing } from '../simd/memory.ts';
import { WHOLE } from '../simd/vectors.ts';

const VECTOR_BYTES = 16;
const PIECES = 16;
const PIECE_BYTES = 256 / PIECES;
/** The highest luma of video. */
const WHITE = 235;

function inVectors(plane: Uint8Array, run: (address: number, count: number) => void): void {
  sparing(plane, () => run(addressOf(plane), Math.ceil(plane.length / VECTOR_BYTES)));
}

/** What becomes of each of the 256 bytes. */
export function createTones(tone: (byte: number) => number): Uint8Array {
  const tones = allocate(256);
  tones.set(Uint8ClampedArray.from({ length: 256 }, (_, byte) => tone(byte)));
  return tones;
}

export function mapTones(plane: Uint8Array, tones: Uint8Array): void {
  inVectors(plane, (address, count) => kernels.mapRun(address, addressOf(tones), count));
}

/** A curve of tones without corners in sixteen straight pieces: right to a tone, and faster than a table. */
export function createCurve(tone: (byte: number) => number): Uint8Array {
  const ends = Uint8ClampedArray.from({ length: PIECES + 1 }, (_, at) => tone(at * PIECE_BYTES));
  // The last piece in use ends at white, 235, which lies within it: there it has to be right.
  const below = WHITE - (WHITE % PIECE_BYTES);
  ends[PIECES - 1] = tone(below) + ((tone(WHITE) - tone(below)) * PIECE_BYTES) / (WHITE - below);
  const curve = allocate(2 * PIECES);
  for (let at = 0; at < PIECES; at++) {
    curve[at] = ends[at]!;
    curve[PIECES + at] = ends[at + 1]! - ends[at]!;
  }
  return curve;
}

export function bendTones(plane: Uint8Array, curve: Uint8Array): void {
  inVectors(plane, (address, count) => kernels.bendRun(address, addressOf(curve), count));
}

/** Where `keep` is 255 a plane stays as it is, where it is 0 it has only the one tone. */
export function fadeTo(plane: Uint8Array, tone: number, keep: Uint8Array): void {
  inVectors(plane, (address, count) => kernels.fadeRun(address, addressOf(keep), count, tone));
}

/** A share from -1 to 1. */
export function addShare(plane: Uint8Array, of: Uint8Array, share: number): void {
  const weight = Math.round(share * WHOLE);
  inVectors(plane, (address, count) => kernels.addRun(address, addressOf(of), count, weight));
}

/** Strong where neighbours differ; nothing at the border, where some are missing. */
export function findEdges(edges: Uint8Array, plane: Uint8Array, width: number): void {
  const inner = (plane.length - 2 * width) / VECTOR_BYTES;
  kernels.edgesRun(addressOf(edges) + width, addressOf(plane) + width, width, Math.ceil(inner));
  edges.fill(0, 0, width);
  edges.fill(0, edges.length - width);
  for (let row = 0; row < edges.length; row += width) {
    edges[row] = 0;
    edges[row + width - 1] = 0;
  }
}

/** The means of two by two bytes, a plane of half the width and height. */
export function halve(target: Uint8Array, plane: Uint8Array, width: number): void {
  const half = width / 2;
  for (let from = 0, to = 0; to < target.length; from += 2 * width, to += half)
    kernels.halveRun(addressOf(target) + to, addressOf(plane) + from, width, Math.ceil(half / 8));
}

/** For every byte of a plane, the place of another byte in a plane of the same size. */
export function createPlaces(length: number): Int32Array {
  const { buffer, byteOffset } = allocate(length * 4);
  return new Int32Array(buffer, byteOffset, length);
}

export function takeFrom(plane: Uint8Array, from: Uint8Array, places: Int32Array): void {
  sparing(plane, () =>
    kernels.gatherRun(addressOf(plane), addressOf(from), places.byteOffset, Math.ceil(plane.length / 4)),
  );
}
