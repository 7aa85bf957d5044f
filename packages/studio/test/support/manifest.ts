/** Reads a C2PA manifest back with the library's own reader, and the order of an MP4's boxes. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as c2pa from '@contentauth/c2pa-wasm';

export interface ManifestFacts {
  state: string;
  failures: string[];
  /** What was done, and from what kind of source. */
  actions: [string, string][];
  generator: string;
}

interface Store {
  active_manifest: string;
  validation_state: string;
  validation_results: { activeManifest: { failure: { code: string }[] } };
  manifests: Record<
    string,
    {
      claim_generator_info: { name: string; version: string }[];
      ingredients?: { relationship: string; active_manifest: string }[];
      assertions: { label: string; data: { actions: { action: string; digitalSourceType: string }[] } }[];
    }
  >;
}

let loading: Promise<unknown> | undefined;

function load(): Promise<unknown> {
  const wasm = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'));
  loading ??= c2pa.default({ module_or_path: readFileSync(wasm) });
  return loading;
}

export async function readManifest(type: string, bytes: Uint8Array): Promise<ManifestFacts> {
  await load();
  const store = await c2pa.WasmReader.fromBytes(type, bytes).then(
    (reader) => JSON.parse(reader.json()) as Store,
    () => null,
  );
  if (store === null) return { state: 'None', failures: ['no manifest'], actions: [], generator: '' };
  const manifest = store.manifests[store.active_manifest]!;
  const actions = manifest.assertions.find(({ label }) => label.startsWith('c2pa.actions'))?.data.actions ?? [];
  return {
    state: store.validation_state,
    failures: store.validation_results.activeManifest.failure.map(({ code }) => code),
    actions: actions.map(({ action, digitalSourceType }) => [action, digitalSourceType]),
    generator: manifest.claim_generator_info.map(({ name, version }) => `${name} ${version}`).join(', '),
  };
}

/** All manifests of a file, and what the one that speaks for it was made from. */
export async function readManifests(type: string, bytes: Uint8Array) {
  await load();
  const store = JSON.parse((await c2pa.WasmReader.fromBytes(type, bytes)).json()) as Store;
  const { ingredients = [] } = store.manifests[store.active_manifest]!;
  return {
    active: store.active_manifest,
    labels: Object.keys(store.manifests),
    ingredients: ingredients.map(({ relationship, active_manifest }) => ({ relationship, active_manifest })),
  };
}

export function boxesOf(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at)) {
    names.push(bytes.toString('latin1', at + 4, at + 8));
  }
  return names;
}
