/** What the guide says of limits by hand is what they are: a limit that changes is missed here, page by page. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as events from '../src/events.ts';
import { counted, inWords, mediaTypes, page } from '../src/index.ts';
import * as limits from '../src/limits.ts';

const megabytesOf = (bytes: number) => bytes / limits.megabyteBytes;
const { referenceVideoMillisecondsMin: shortest, referenceVideoMillisecondsMax: longest } = limits;
const rate = counted(limits.apiRequestsMax);

/** Of each page, with any white space for any other. */
const said: Readonly<Record<string, readonly string[]>> = {
  'limits.md': [
    `One image: ${megabytesOf(limits.imageBytesMax)} MB (gamma ${megabytesOf(limits.gammaImageBytesMax)} MB)`,
    `at most ${limits.imagePixelsMax / 1e6} megapixels; ${mediaTypes.image.names}.`,
    `A reference video: ${megabytesOf(limits.referenceVideoBytesMax)} MB, ${shortest / 1000} to ${longest / 1000} seconds;`,
    `${mediaTypes.video.names} with ${limits.videoCodecs.replace(' and ', ' or ')} in it.`,
    `1 MB is ${counted(limits.megabyteBytes)} bytes`,
    `and ${megabytesOf(limits.bodyBytesBesideMedia)} MB more`,
    `at most ${inWords(limits.mediaRedirectsMax)} redirects`,
    `o3-video: ${limits.statusChecksMax} in any ${limits.statusChecksSeconds} seconds and key`,
    `under \`/api\`: ${rate} a minute and account`,
    `${counted(limits.waitsMax)} waits and ${counted(limits.streamsMax)} streams of events an account`,
    `${counted(limits.processWaitsMax)} and ${counted(limits.processStreamsMax)} of all accounts`,
    `links that work for ${limits.linkHours} hours`,
    `kept for ${inWords(limits.mediaDays)} days`,
    `At most ${counted(limits.keysMax)} keys an account`,
  ],
  'webhooks.md': [
    `there are ${inWords(events.webhookAttemptsMax)}, ${events.webhookRetrySeconds} seconds from the end of one`,
    `${events.webhookConnectSeconds} seconds to connect and ${events.webhookRequestSeconds} in all`,
    `begins with \`${events.webhookSecretPrefix}\``,
  ],
  'idempotency.md': [
    `The key is 1 to ${limits.idempotencyKeyCharactersMax} printable characters`,
    `it holds for ${limits.idempotencyHours} hours`,
  ],
  'waiting.md': [
    `in seconds from 0 to ${limits.waitSecondsMax}`,
    `for ${limits.eventHours} hours, also after a restart`,
    `at least every ${limits.eventHeartbeatSeconds} seconds`,
    `limit status checks to ${limits.statusChecksMax} a minute and key`,
    `\`?limit=\` from ${page.limitMin} to ${page.limitMax}`,
  ],
};

for (const [name, sentences] of Object.entries(said)) {
  test(`the guide's ${name} says the limits as they are`, () => {
    const file = new URL(`../../../docs/guide/${name}`, import.meta.url);
    const text = readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ');
    for (const sentence of sentences) assert.ok(text.includes(sentence), sentence);
  });
}
