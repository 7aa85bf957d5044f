/** The specification's section "Limits", with what the decisions add, and the reading of a list's page. */
import type { Family } from './family.ts';
import type { Fault } from './fields.ts';

export const megabyteBytes = 1_048_576;
export const megabytes = (count: number): number => count * megabyteBytes;

export const imageBytesMax = megabytes(10);
export const gammaImageBytesMax = megabytes(20);
export const referenceVideoBytesMax = megabytes(100);
/** What a body may hold besides its media. */
export const bodyBytesBesideMedia = megabytes(1);

export const imagePixelsMax = 50_000_000;
/** Of all images that one request sends: five of the largest. */
export const requestPixelsMax = 250_000_000;
/** Of all images of an account and its twin that are looked at, or wait for it, at once in one process. */
export const accountPixelsMax = 1_000_000_000;
/** An image of more pixels than this, and of more to a byte than the next line says, is dense: it waits apart. */
export const densePixelsMin = 4_000_000;
export const densePixelsPerByte = 200;
/** Of a reference video. */
export const videoCodecs = 'H.264, H.265, VP8, VP9, AV1, MPEG-4 Part 2, Motion JPEG and ProRes';
export const mediaRedirectsMax = 3;
export const mediaConnectSeconds = 10;
/** For a medium, however often it is tried. */
export const mediaFetchSeconds = 30;

/** Reference videos that one process fetches for submits at once, and of them those of an account and its twin. */
export const submitFetchesMax = 16;
export const accountSubmitFetchesMax = 4;
/** What these may hold on disk meanwhile. */
export const submitFetchBytesMax = megabytes(800);
export const accountSubmitFetchBytesMax = megabytes(200);

/** For the whole body of a request to the account interface, which is small. */
export const apiBodySeconds = 10;

/** Motion control: both ends included. */
export const referenceVideoMillisecondsMin = 3_000;
export const referenceVideoMillisecondsMax = 30_000;

/** So many faults of a request are told; of the others, how many there are. */
export const faultsToldMax = 100;

/** Of `max_price`, before the point: an amount of so many is still exact to the ten-thousandth. */
export const maxPriceDigitsMax = 11;

export const callbackUrlCharactersMax = 2_048;
/** Signed storage links with session tokens run past 2,000 characters. */
export const mediaUrlCharactersMax = 8_192;

/** Working keys an account; its sandbox twin has as many of its own. */
export const keysMax = 1_000;
/** Of each key, so many of its last requests are kept, for at most so many days. */
export const keyRequestsMax = 1_000;
export const keyRequestsDays = 30;
/** The name that people give an API key. */
export const keyNameCharactersMax = 100;
/** A rotated key works on for so long, unless its owner says otherwise. */
export const keyOverlapHours = 24;
/** A link into the dashboard works once, within so long. */
export const signInHours = 24;
/** An invitation works once, within so long. */
export const invitationDays = 7;
/** How far back invitations are shown. */
export const invitationsShownDays = 30;

/** Of an address, by the mail standard. */
export const emailCharactersMax = 254;
export const passwordCharactersMin = 10;
export const passwordCharactersMax = 200;
/** Why credit was granted; the ledger shows it. */
export const reasonCharactersMax = 200;

/** o3-photo and o3-video together, in any 60 seconds, a key; unknown ids count. */
export const statusChecksMax = 60;
export const statusChecksSeconds = 60;

/** How long a status check may wait for the end. */
export const waitSecondsMax = 60;
/** Of an account with its twin, in one process: status checks that wait, and streams of events. */
export const waitsMax = 4_000;
export const streamsMax = 2_000;
/** Of all accounts in one process: 300 MB, at the 20 kB that one may take. */
export const processWaitsMax = 10_000;
export const processStreamsMax = 5_000;
/** How far back a stream of events can be taken up again. */
export const eventHours = 24;
/** A comment comes at least so often, so that a line that broke is noticed. */
export const eventHeartbeatSeconds = 20;
/** To the pages it is an event: of a comment a browser tells them nothing. */
export const eventAliveSeconds = 15;

/** To the account interface, in any 60 seconds, of an account with its twin. */
export const apiRequestsMax = 1_200;

/**
 * What an account with its twin may send by hand in any 60 seconds: it costs nothing, so nothing else would keep one
 * account from knocking at a stranger's door all day.
 */
export const testEventsMax = 10;
export const redeliveriesMax = 30;
export const redeliveriesOfOneMax = 3;
/** All that failed at once. */
export const redeliveriesOfAllMax = 2;

export const linkHours = 24;
/** Within this time a record shows the same link. */
export const linkStableHours = 1;
export const mediaDays = 7;

export const idempotencyHours = 24;
/** A queue position beyond this is shown as this. */
export const queuePositionMax = 1_000;

/** So often in a row an engine may fail before it gets nothing new for a while. */
export const breakerFailuresMax = 5;

/** Requests of a kind that an operator may let a key make in a minute: a window keeps the time of every request in it. */
export const rateMax = 100_000;

/** Of the seeds that are drawn for families which take none. */
export const usualSeedMax = 1_000_000_000;

export const minutes = (count: number): number => count * 60;

export const page = {
  limitDefault: 50,
  limitMin: 1,
  limitMax: 100,
  offsetDefault: 0,
  /** Fifteen digits, which a number still holds exactly. */
  offsetMax: 999_999_999_999_999,
} as const;

export type PageReading = { ok: true; limit: number; offset: number } | { ok: false; faults: Fault[] };

/** `limit` and `offset` of a list. A query is text, so here, unlike in a body, digits are numbers. */
export function readPage(query: URLSearchParams, family: Pick<Family, 'title'>): PageReading {
  const faults: Fault[] = [];
  const read = (name: 'limit' | 'offset', range: { min: number; max: number; otherwise: number }) => {
    const sent = query.getAll(name);
    if (sent.length === 0) return range.otherwise;
    const value = /^\d{1,15}$/.test(sent[0] ?? '') ? Number(sent[0]) : Number.NaN;
    if (sent.length === 1 && value >= range.min && value <= range.max) return value;
    faults.push({
      field: name,
      message: `${name} of the ${family.title} list must be a whole number from ${range.min} to ${range.max}`,
      type: 'int_range',
    });
    return range.otherwise;
  };
  const limit = read('limit', { min: page.limitMin, max: page.limitMax, otherwise: page.limitDefault });
  const offset = read('offset', { min: 0, max: page.offsetMax, otherwise: page.offsetDefault });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, limit, offset };
}

export const idempotencyKeyCharactersMax = 255;

export const idempotencyKeySchema = {
  type: 'string',
  minLength: 1,
  maxLength: idempotencyKeyCharactersMax,
  pattern: '^[\\x20-\\x7e]+$',
} as const;

// Unasked for, a bundler may leave it out.
const printable = /* @__PURE__ */ new RegExp(idempotencyKeySchema.pattern);

/** Null when the header is good. */
export function idempotencyKeyFault(header: string): Fault | null {
  if (header.length <= idempotencyKeyCharactersMax && printable.test(header)) return null;
  return {
    field: 'Idempotency-Key',
    message: `Idempotency-Key must be 1-${idempotencyKeyCharactersMax} printable ASCII characters`,
    type: 'string_pattern',
  };
}
