/** Shows finished media in a terminal that draws pictures; of a video its first picture. */
import { type Afterimage, type AnyRecord, createAccountApi } from '@afterimage/client';
import { apiRoutes } from '@afterimage/contract/api';
import { loadCaller } from '@afterimage/server/config/config';
import type { Caller } from '../calling/caller.ts';

export async function previewOf(
  record: AnyRecord,
  { client, caller }: { client: Afterimage; caller: Caller },
): Promise<void> {
  const { pictureForm } = loadCaller();
  if (!process.stderr.isTTY || pictureForm === null) {
    process.stderr.write('This terminal shows no pictures that are known of here, so there is no preview.\n');
    return;
  }
  const { getGeneration } = createAccountApi({ getGeneration: apiRoutes.getGeneration }, { ...caller, fetch });
  const { poster_url } = await getGeneration({ id: record.id });
  const link = poster_url ?? record.media_url;
  if (link === null) return;
  const bytes = await client.download({ ...record, media_url: link });
  // Not with the command: only this needs it, and it takes a while to load.
  const { terminalPicture } = await import('./terminal-picture.ts');
  process.stderr.write(await terminalPicture(await new Response(bytes).bytes(), pictureForm));
}
