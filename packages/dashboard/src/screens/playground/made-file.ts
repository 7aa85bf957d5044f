/** What a generation made, as a file that goes into another request. */
import { download } from '@afterimage/client';
import { mediaAddress } from '../../data/media-address.ts';
import type { GenerationSummary } from '../../data/resources.ts';

/** Null when it is no longer kept. */
export async function madeFile({ media_url, output }: GenerationSummary): Promise<File | null> {
  if (media_url === null) return null;
  const address = mediaAddress(media_url);
  const blob = await download(address, { fetch: window.fetch.bind(window) });
  const name = address.split('?')[0]?.split('/').at(-1) ?? output;
  return new File([blob], name, { type: blob.type });
}
