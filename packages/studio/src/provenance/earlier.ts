/** The manifests that a file came with: found in it, judged, and made the ingredient of the one that we add. */
import type { Cbor } from './cbor.ts';
import { hashOfBox } from './jumbf.ts';
import { type Findings, judgeManifest } from './reader.ts';

export interface Earlier {
  /** As they were, the one that spoke for the file last. */
  manifests: readonly Buffer[];
  /** The assertion that names it and says what a reader thought of it. */
  ingredient: Cbor;
}

export type CarrierType = 'image/jpeg' | 'image/png' | 'image/webp' | 'video/mp4';

const BOX_HEAD_BYTES = 8;
/** Behind the kind of a labelled box (16 bytes) and what it may be asked for (1). */
const LABEL_AT = BOX_HEAD_BYTES + 17;
/** A store with many large thumbnails in it is left behind: every copy of our file would carry them. */
const STORE_BYTES_MAX = 4 * 1024 * 1024;

/** Null when there is none, or none that a reader can make sense of. */
export async function readEarlier(bytes: Buffer, type: CarrierType): Promise<Earlier | null> {
  const store = findStore(bytes, type);
  if (store === null || store.length > STORE_BYTES_MAX) return null;
  try {
    const manifests = labelledIn(store).filter(({ label }) => label !== '');
    const active = manifests.at(-1);
    const signature = active && labelledIn(active.box).find(({ label }) => label === 'c2pa.signature');
    if (active === undefined || signature === undefined) return null;
    const findings = await judgeManifest(type, bytes);
    return {
      manifests: manifests.map(({ box }) => box),
      ingredient: {
        'dc:format': type,
        relationship: 'parentOf',
        validationResults: { activeManifest: plainFindings(findings) },
        activeManifest: { url: `self#jumbf=/c2pa/${active.label}`, hash: hashOfBox(active.box) },
        claimSignature: { url: `self#jumbf=/c2pa/${active.label}/c2pa.signature`, hash: hashOfBox(signature.box) },
      },
    };
  } catch {
    // Somebody else's manifest that cannot be read says nothing; ours says what we know.
    return null;
  }
}

function plainFindings({ success, informational, failure }: Findings): Cbor {
  const plain = (found: Findings['success']) =>
    found.map(({ code, url, explanation }) => ({ code, ...(url && { url }), ...(explanation && { explanation }) }));
  return { success: plain(success), informational: plain(informational), failure: plain(failure) };
}

interface Labelled {
  label: string;
  box: Buffer;
}

/** The labelled boxes in a labelled box, behind its own description. Throws on what is not made of boxes. */
function labelledIn(parent: Buffer): Labelled[] {
  const found: Labelled[] = [];
  for (let at = BOX_HEAD_BYTES; at < parent.length; ) {
    const size = parent.readUInt32BE(at);
    if (size < BOX_HEAD_BYTES || at + size > parent.length) throw new RangeError('A box ends outside of its parent.');
    const box = parent.subarray(at, at + size);
    if (box.toString('latin1', 4, 8) === 'jumb') found.push({ label: labelOf(box), box });
    at += size;
  }
  return found;
}

function labelOf(box: Buffer): string {
  const start = BOX_HEAD_BYTES + LABEL_AT;
  const end = box.indexOf(0, start);
  return end < 0 ? '' : box.toString('utf8', start, end);
}

function findStore(bytes: Buffer, type: CarrierType): Buffer | null {
  try {
    const store = FINDERS[type](bytes);
    // Its own size tells where it ends; what follows is padding.
    return store === null || store.length < LABEL_AT ? null : store.subarray(0, store.readUInt32BE(0));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const FINDERS: Record<CarrierType, (bytes: Buffer) => Buffer | null> = {
  'image/jpeg': findInJpeg,
  'image/png': findInPng,
  'image/webp': findInWebp,
  'video/mp4': findInMp4,
};

const JPEG_SEGMENT_HEAD_BYTES = 12;

function findInJpeg(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 2; bytes.readUInt8(at) === 0xff && bytes.readUInt8(at + 1) !== 0xda; ) {
    const length = bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at, at + 2 + length);
    if (segment.readUInt16BE(0) === 0xffeb && segment.toString('latin1', 4, 6) === 'JP') {
      const isFirst = segment.readUInt32BE(8) === 1;
      parts.push(segment.subarray(JPEG_SEGMENT_HEAD_BYTES + (isFirst ? 0 : BOX_HEAD_BYTES)));
    }
    at += 2 + length;
  }
  return parts.length === 0 ? null : Buffer.concat(parts);
}

function findInPng(bytes: Buffer): Buffer | null {
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'caBX') return bytes.subarray(at + 8, at + 8 + length);
    at += 12 + length;
  }
  return null;
}

function findInWebp(bytes: Buffer): Buffer | null {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    if (bytes.toString('latin1', at, at + 4) === 'C2PA') return bytes.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  return null;
}

const MP4_MANIFEST_BOX = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');

function findInMp4(bytes: Buffer): Buffer | null {
  for (let at = 0; at + BOX_HEAD_BYTES <= bytes.length; ) {
    const short = bytes.readUInt32BE(at);
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (size < BOX_HEAD_BYTES) return null;
    const kind = bytes.subarray(at + 8, at + 24);
    if (bytes.toString('latin1', at + 4, at + 8) === 'uuid' && kind.equals(MP4_MANIFEST_BOX)) {
      // Version and flags, then what it holds ("manifest"), then the place of a second one.
      const purpose = at + 28;
      const end = bytes.indexOf(0, purpose);
      if (bytes.toString('latin1', purpose, end) === 'manifest') return bytes.subarray(end + 9, at + size);
    }
    at += size;
  }
  return null;
}
