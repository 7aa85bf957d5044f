/** The part of WebAssembly used here, typed by hand: the compiler's own types come only together with a browser's. */

export interface Memory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

interface WebAssembly {
  Memory: new (size: { initial: number; maximum: number; shared: true }) => Memory;
  Module: new (binary: Uint8Array) => object;
  Instance: new (module: object, imports: { studio: { memory: Memory } }) => { exports: object };
}

export const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssembly }).WebAssembly;
