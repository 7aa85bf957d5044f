/** A family's own record, with what every family tells under a name of its own told under one name as well. */
import type { Calling } from '@afterimage/contract';
import type { Families } from './family-types.ts';

export type FamilySlug = keyof Families;
export type Status = 'pending' | 'processing' | 'completed' | 'failed';

export interface Told<Slug extends string = string> {
  readonly family: Slug;
  readonly id: string;
  /** A link that works now; null until it is completed, and once its files are deleted. */
  readonly media_url: string | null;
  /** Null unless it failed. */
  readonly failure_code: string | null;
}

export type GenerationRecord<Slug extends FamilySlug = FamilySlug> = {
  [Each in FamilySlug]: Families[Each]['record'] & Told<Each>;
}[Slug];

/** Of a family that may be unknown here. */
export type AnyRecord = Told & { readonly status: Status };

export type Accepted<Slug extends FamilySlug = FamilySlug> = {
  [Each in FamilySlug]: Families[Each]['accepted'] & Pick<Told<Each>, 'family' | 'id'>;
}[Slug];

export interface Progress<Slug extends FamilySlug = FamilySlug> {
  status: Status;
  /** 0 to 100, of families that tell it while they work. */
  percent: number | null;
  /** In the queue, from 1, of families that tell it while they wait. */
  position: number | null;
  record: GenerationRecord<Slug>;
}

type Raw = Readonly<Record<string, unknown>>;

export function recordOf(
  family: string,
  calling: Calling | undefined,
  raw: Raw,
  id = raw[calling?.id ?? ''],
): AnyRecord {
  const failure = raw[calling?.failure ?? ''] as string | { message?: string } | null | undefined;
  return {
    ...(raw as { status: Status }),
    family,
    id: String(id),
    media_url: (raw[calling?.link ?? ''] as string | null | undefined) ?? null,
    failure_code: (typeof failure === 'object' ? failure?.message : failure) ?? null,
  };
}

export function progressOf(calling: Calling, record: AnyRecord): Omit<Progress, 'record'> & { record: AnyRecord } {
  const raw = record as unknown as Raw;
  const number = (name: string | undefined) => (raw[name ?? ''] as number | null | undefined) ?? null;
  return { status: record.status, percent: number(calling.percent), position: number(calling.position), record };
}

/** As the contract says, of which the client carries types only. */
export const isFinal = ({ status }: { status: Status }): boolean => status === 'completed' || status === 'failed';
