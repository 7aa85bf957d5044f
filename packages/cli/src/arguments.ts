/** Reads what stands on the command line; a value of the wrong form is a mistake of the caller's, with exit code 2. */
import {
  codePoints,
  type Family,
  families,
  findFamily,
  isEmail,
  isOneLine,
  keyNameCharactersMax,
  parseAmount,
  reasonCharactersMax,
} from '@afterimage/contract';
import { readBucketAddress } from '@afterimage/server/config/config';
import { grantMax } from '@afterimage/server/ledger/deposit';
import { folderName } from '@afterimage/server/media/disk-store';
import { Argument, InvalidArgumentError, Option } from 'commander';

const unitSeconds = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** Seconds of `30m`, `24h`, `7d`. */
function secondsIn(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * unitSeconds[unit as keyof typeof unitSeconds];
}

/** A bare `0` needs no unit. */
export function duration(text: string): number {
  const seconds = text === '0' ? 0 : secondsIn(text);
  if (seconds === undefined)
    throw new InvalidArgumentError('It must be a length of time such as 30m, 24h or 7d, or 0.');
  return seconds;
}

export function lifetime(text: string): number {
  const seconds = secondsIn(text) ?? 0;
  if (seconds === 0) throw new InvalidArgumentError('It must be some time to live, such as 12h or 90d.');
  return seconds;
}

/** Ten-thousandths of a dollar. */
export function amount(text: string): number {
  const reading = parseAmount(text);
  if (!reading.ok) throw new InvalidArgumentError(`${reading.message}.`);
  return reading.units;
}

export function positiveAmount(text: string): number {
  const units = amount(text);
  if (units === 0 || units > grantMax) throw new InvalidArgumentError('It must be more than 0 and at most a billion.');
  return units;
}

export function email(text: string): string {
  if (!isEmail(text.trim())) throw new InvalidArgumentError('It must be an email address.');
  return text.trim();
}

function line(text: string, charactersMax: number): string {
  const trimmed = text.trim();
  if (trimmed !== '' && codePoints(trimmed) <= charactersMax && isOneLine(trimmed)) return trimmed;
  throw new InvalidArgumentError(`It must be one line of 1 to ${charactersMax} characters.`);
}

export const keyName = (text: string): string => line(text, keyNameCharactersMax);

export const grantReason = (text: string): string => line(text, reasonCharactersMax);

/** Where media may be moved to: a bucket, or back into the folder. */
export function mediaLocation(text: string): string {
  const address = text.trim() === folderName ? folderName : readBucketAddress(text.trim());
  if (address !== undefined) return address;
  throw new InvalidArgumentError(`It must be s3://bucket/prefix, or ${folderName}.`);
}

/** Where a backup may lie: a file, or a prefix in a bucket. */
export function backupLocation(text: string): string {
  const location = /^s3:/i.test(text) ? readBucketAddress(text.trim()) : text;
  if (location !== undefined && location !== '') return location;
  throw new InvalidArgumentError('It must be a file, or s3://bucket/prefix.');
}

const slugs = families.map(({ slug }) => slug);

/** A family also has other names; a shell completes these. */
export function family(text: string): Family {
  const found = findFamily(text, families);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`The families are ${slugs.join(', ')}.`);
}

export const familyOption = (description: string): Option =>
  new Option('--family <family>', description).choices(slugs).argParser(family);

export const familyArgument = (description: string): Argument =>
  new Argument('<family>', description).choices(slugs).argParser(family);
