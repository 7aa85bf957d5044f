/** Shows finished media in a terminal that draws pictures; of a video its first picture. */
import { type Afterimage, type AnyRecord, createAccountApi } from '@afterimage/client';
import { apiRoutes } from '@afterimage/contract/api';
import { loadCaller } from '@afterimage/server/config/config';
import type { Caller } from '../calling/caller.ts';

/** What is shown larger is scaled down by the terminal. */
const rowsMax = 20;

export async function previewOf(
  record: AnyRecord,
  { client, caller }: { client: Afterimage; caller: Caller },
): Promise<void> {
  if (!process.stderr.isTTY || !loadCaller().showsPictures) {
    process.stderr.write('This terminal shows no pictures that are known of here, so there is no preview.\n');
    return;
  }
  const { getGeneration } = createAccountApi({ getGeneration: apiRoutes.getGeneration }, { ...caller, fetch });
  const { poster_url } = await getGeneration({ id: record.id });
  const link = poster_url ?? record.media_url;
  if (link === null) return;
  const bytes = await client.download({ ...record, media_url: link });
  const base64 = Buffer.from(await new Response(bytes).arrayBuffer()).toString('base64');
  process.stderr.write(inlinePicture(base64));
}

/** As iTerm2 takes it. */
export const inlinePicture = (base64: string): string =>
  `\x1b]1337;File=inline=1;height=${rowsMax};preserveAspectRatio=1:${base64}\x07\n`;
