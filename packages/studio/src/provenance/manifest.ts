/** A C2PA manifest: what is asserted of a file, a claim that lists the assertions, and a signature of the claim. */
import { randomUUID } from 'node:crypto';
import studio from '../../package.json' with { type: 'json' };
import { type Cbor, encodeCbor } from './cbor.ts';
import { cborBox, encodedBox, hashOfBox, labelledBox } from './jumbf.ts';

const PRODUCT = { name: 'Afterimage studio', version: studio.version };

/** IPTC's word for pictures made by rules alone, as opposed to those of a trained model. */
const SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia';

/** Nothing of the request is told: a prompt may be private, a file goes round the world. */
const CREATED = { action: 'c2pa.created', digitalSourceType: SOURCE_TYPE, softwareAgent: PRODUCT };

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

export function draftManifest(names: ManifestNames, binding: Assertion): Draft {
  const made: Assertion[] = [{ label: 'c2pa.actions.v2', content: { actions: [CREATED] } }, binding];
  const assertions = made.map(({ label, content }) => labelledBox('cbor', label, [cborBox(content)]));
  const claim = encodeCbor({
    instanceID: names.instance,
    claim_generator_info: PRODUCT,
    signature: `self#jumbf=/c2pa/${names.manifest}/c2pa.signature`,
    created_assertions: made.map(({ label }, at) => ({
      url: `self#jumbf=c2pa.assertions/${label}`,
      hash: hashOfBox(assertions[at]!),
    })),
    alg: 'sha256',
  });
  return {
    claim,
    close: (envelope) =>
      labelledBox('c2pa', 'c2pa', [
        labelledBox('c2ma', names.manifest, [
          labelledBox('c2as', 'c2pa.assertions', assertions),
          labelledBox('c2cl', 'c2pa.claim.v2', [encodedBox(claim)]),
          labelledBox('c2cs', 'c2pa.signature', [encodedBox(envelope)]),
        ]),
      ]),
  };
}
