/** The loops that touch every pixel, in 128-bit vectors: assembled and ready to be called. */
import { assemble } from './assembler.ts';
import { chromaRun, lumaRun } from './colours.ts';
import { layRun } from './columns.ts';
import { MEMORY_PAGES_MAX, memory } from './memory.ts';
import { dissolveRun, gatherRun, halveRun, moveRun, spreadRun } from './planes.ts';
import { copyRun, mixRun } from './sampling.ts';
import { addRun, bendRun, edgesRun, fadeRun, mapRun } from './tones.ts';
import { warpChromaRun, warpLumaRun } from './warping.ts';
import { Instance, Module } from './webassembly.ts';

/** Addresses and strides in bytes; counts of vectors, never 0; weights from 0 to WHOLE. */
interface Kernels {
  copyRun(target: number, row: number, stride: number, columns: number, count: number, weight: number): void;
  mixRun(
    target: number,
    row: number,
    coverRow: number,
    stride: number,
    columns: number,
    count: number,
    weight: number,
    opacity: number,
  ): void;
  layRun(target: number, count: number, first: number, step: number, low: number, high: number, last: number): void;
  warpLumaRun(target: number, source: number, stride: number, knots: number, count: number): void;
  warpChromaRun(target: number, source: number, stride: number, knots: number, count: number): void;
  dissolveRun(target: number, source: number, count: number, weight: number): void;
  moveRun(target: number, source: number, count: number): void;
  spreadRun(target: number, cover: number, above: number, below: number, count: number): void;
  halveRun(target: number, source: number, width: number, count: number): void;
  gatherRun(target: number, source: number, places: number, count: number): void;
  mapRun(target: number, table: number, count: number): void;
  bendRun(target: number, curve: number, count: number): void;
  fadeRun(target: number, keep: number, count: number, tone: number): void;
  addRun(target: number, source: number, count: number, weight: number): void;
  lumaRun(luma: number, cover: number, source: number, count: number): void;
  chromaRun(blue: number, red: number, upper: number, lower: number, count: number): void;
  edgesRun(target: number, source: number, width: number, count: number): void;
}

const drawing = [copyRun(), mixRun(), layRun(), warpLumaRun(), warpChromaRun(), dissolveRun()];
const planes = [moveRun(), spreadRun(), halveRun(), gatherRun(), mapRun(), bendRun(), fadeRun(), addRun(), edgesRun()];
const colours = [lumaRun(), chromaRun()];
const module = new Module(assemble([...drawing, ...planes, ...colours], MEMORY_PAGES_MAX));

export const kernels = new Instance(module, { studio: { memory } }).exports as Kernels;
