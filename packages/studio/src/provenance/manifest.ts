/** A C2PA manifest: what is asserted of a file, a claim that lists the assertions, and a signature of the claim. */
import { randomUUID } from 'node:crypto';
import studio from '../../package.json' with { type: 'json' };
import { type Cbor, encodeCbor } from './cbor.ts';
import type { Earlier } from './earlier.ts';
import { cborBox, encodedBox, hashOfBox, labelledBox } from './jumbf.ts';

/** What made the pixels: rules alone, or a model that learned from pictures. */
export type Source = 'algorithmic' | 'trained';

/** What a manifest says of its file beside its hash. Nothing of the request is told: a prompt may be private, a file goes round the world. */
export interface Origin {
  maker: 'studio' | 'elsewhere';
  source: Source;
  /** What the file came with, kept as an ingredient; null: nothing. */
  earlier: Earlier | null;
}

export const DRAWN_HERE: Origin = { maker: 'studio', source: 'algorithmic', earlier: null };

/** IPTC's words for the two. */
const SOURCE_TYPES: Record<Source, string> = {
  algorithmic: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
  trained: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
};
const PRODUCTS = {
  studio: { name: 'Afterimage studio', version: studio.version },
  elsewhere: { name: 'Afterimage', version: studio.version },
};
const INGREDIENT = 'c2pa.ingredient.v3';

export interface Assertion {
  label: string;
  content: Cbor;
}

export interface Draft {
  /** The bytes to be signed, in the envelope's way. */
  claim: Uint8Array;
  /** The manifest in its store, as it is written into a file. */
  close(envelope: Uint8Array): Buffer;
}

export interface ManifestNames {
  manifest: string;
  instance: string;
}

export function nameManifest(): ManifestNames {
  return { manifest: `urn:c2pa:${randomUUID()}`, instance: `xmp.iid:${randomUUID()}` };
}

export function draftManifest(names: ManifestNames, binding: Assertion, origin: Origin): Draft {
  const product = PRODUCTS[origin.maker];
  const { earlier } = origin;
  const parents = earlier === null ? [] : [boxOf({ label: INGREDIENT, content: earlier.ingredient })];
  const actions = { actions: [firstAction(origin, parents)] };
  const boxes = [boxOf({ label: 'c2pa.actions.v2', content: actions }), ...parents, boxOf(binding)];
  const claim = encodeCbor({
    instanceID: names.instance,
    claim_generator_info: product,
    signature: `self#jumbf=/c2pa/${names.manifest}/c2pa.signature`,
    created_assertions: boxes.map(refer),
    alg: 'sha256',
  });
  return {
    claim,
    close: (envelope) =>
      // The manifest that speaks for the file is the last.
      labelledBox('c2pa', 'c2pa', [
        ...(earlier?.manifests ?? []),
        labelledBox('c2ma', names.manifest, [
          labelledBox(
            'c2as',
            'c2pa.assertions',
            boxes.map(({ box }) => box),
          ),
          labelledBox('c2cl', 'c2pa.claim.v2', [encodedBox(claim)]),
          labelledBox('c2cs', 'c2pa.signature', [encodedBox(envelope)]),
        ]),
      ]),
  };
}

interface AssertionBox {
  label: string;
  box: Buffer;
}

function boxOf({ label, content }: Assertion): AssertionBox {
  return { label, box: labelledBox('cbor', label, [cborBox(content)]) };
}

function refer({ label, box }: AssertionBox): Cbor {
  return { url: `self#jumbf=c2pa.assertions/${label}`, hash: hashOfBox(box) };
}

/** A file that has a history was opened; one without was created. */
function firstAction({ maker, source }: Origin, parents: readonly AssertionBox[]): Cbor {
  const made = { digitalSourceType: SOURCE_TYPES[source], softwareAgent: PRODUCTS[maker] };
  if (parents.length === 0) return { action: 'c2pa.created', ...made };
  return { action: 'c2pa.opened', ...made, parameters: { ingredients: parents.map(refer) } };
}
