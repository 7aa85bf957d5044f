/** What the account interface shows of a generation. */
import { type Family, formatPrice } from '@afterimage/contract';
import type { Of, resources } from '@afterimage/contract/api';
import type { Db } from '../../db/postgres.ts';
import type { DetailRow, OverviewRow } from '../../generations/overview-store.ts';
import { queuePositions } from '../../generations/store.ts';
import type { Views } from '../../generations/views.ts';
import { findUploads, type StoredUpload } from '../../media/inputs-store.ts';
import { linkExpiry, signLink } from '../../media/links.ts';
import { findPosters, type Poster } from '../../media/posters-store.ts';

export interface ViewServices {
  /** For reads of the dashboard: connections of their own, so that no poll waits for one. */
  reads: Db;
  views: Views;
  families: ReadonlyMap<string, Family>;
  links: { publicUrl: string; secret: Buffer; linkHours: number };
  now(): Date;
}

export type Summary = Of<typeof resources.generationSummary>;

/** Looking a position up costs up to 2,000 index entries, so only the oldest so many of a page are told theirs. */
const positionsMax = 20;

export async function summariesOf(services: ViewServices, rows: readonly OverviewRow[]): Promise<Summary[]> {
  const outputs = rows.flatMap((row) => row.output_media_id ?? []);
  const found = outputs.length === 0 ? [] : await findPosters(services.reads, outputs);
  const posters = new Map(found.map((poster) => [poster.outputMediaId, poster]));
  const positions = await positionsOf(services, rows);
  return rows.map((row) =>
    summaryOf(services, row, { poster: posterOf(posters, row), position: positions.get(row.id) }),
  );
}

async function positionsOf({ reads }: ViewServices, rows: readonly OverviewRow[]): Promise<Map<string, number>> {
  const waiting = rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
  if (waiting.length === 0) return new Map();
  const oldest = waiting.sort().slice(0, positionsMax);
  return new Map((await queuePositions(reads, oldest)).map(({ id, position }) => [id, position]));
}

const posterOf = (posters: ReadonlyMap<string, Poster>, { output_media_id: output }: OverviewRow) =>
  output === null ? undefined : posters.get(output);

function summaryOf(
  services: ViewServices,
  row: OverviewRow,
  { poster, position }: { poster: Poster | undefined; position: number | undefined },
): Summary {
  const view = services.views.of(row, position ?? null);
  return {
    id: row.id,
    family: row.family,
    model: row.model,
    output: services.families.get(row.family)?.output ?? 'video',
    status: row.status,
    prompt: row.prompt,
    price: formatPrice(row.price),
    refund: row.refunded === null ? null : formatPrice(row.refunded),
    progress: row.status === 'processing' ? row.progress : null,
    queue_position: view.queuePosition,
    failure_code: row.failure_code,
    media_url: view.mediaUrl,
    poster_url:
      poster === undefined ? null : linkTo(services, { mediaId: poster.posterMediaId, fileName: poster.fileName }),
    thumbhash: poster?.thumbhash ?? null,
    key: { id: row.api_key_id, name: row.key_name ?? '' },
    created_at: row.created_at.toISOString(),
    started_at: timeOf(row.started_at),
    finished_at: timeOf(row.finished_at),
  };
}

export async function detailOf(
  services: ViewServices,
  row: DetailRow,
): Promise<Omit<Of<typeof resources.generation>, 'deliveries' | 'account' | 'attempts'>> {
  const [summary] = await summariesOf(services, [row]);
  const family = services.families.get(row.family);
  const linkEnds = linkExpiry(services.now(), services.links.linkHours);
  return {
    ...summary!,
    seed: row.seed,
    failure_reason: row.failure_reason,
    deadline_at: row.deadline_at.toISOString(),
    callback_url: row.callback_url,
    fields: { ...row.fields, prompt: row.prompt },
    inputs: await inputsOf(services, row),
    record: family?.record(services.views.of(row, summary!.queue_position)) ?? {},
    media_expires_at: timeOf(row.output_expires_at),
    media_link_expires_at: summary!.media_url === null ? null : linkEnds.toISOString(),
    media_bytes: row.output_bytes,
    media_type: row.output_type,
    notes: row.notes,
    attempt: row.attempt,
  };
}

async function inputsOf(services: ViewServices, row: DetailRow): Promise<Of<typeof resources.generation>['inputs']> {
  const ids = row.inputs.flatMap(({ mediaId }) => mediaId ?? []);
  const uploads = ids.length === 0 ? [] : await findUploads(services.reads, row.account_id, ids);
  const byId = new Map(uploads.map((upload) => [upload.id, upload]));
  return row.inputs.map(({ field, kind, url, mediaId }) => {
    const upload = mediaId === null ? undefined : byId.get(mediaId);
    return { field, kind, url: url ?? uploadLink(services, upload), expires_at: timeOf(upload?.expires_at ?? null) };
  });
}

function uploadLink(services: ViewServices, upload: StoredUpload | undefined): string | null {
  if (upload === undefined || !upload.there) return null;
  return linkTo(services, { mediaId: upload.id, fileName: upload.file_name });
}

function linkTo({ links, now }: ViewServices, object: { mediaId: string; fileName: string }): string {
  const { publicUrl, secret, linkHours } = links;
  return signLink({
    publicUrl,
    secret,
    objectId: object.mediaId,
    fileName: object.fileName,
    expiresAt: linkExpiry(now(), linkHours),
  });
}

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null;
