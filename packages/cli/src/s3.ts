/** What a command must have been given before it can use a bucket. */
import { type Settings, s3Wanting } from '@afterimage/server/config/config';
import { Refusal } from './exit-codes.ts';

export function demandS3(address: string, settings: Settings): void {
  const wanting = s3Wanting(settings);
  if (wanting.length > 0) throw new Refusal(`To use ${address}, ${wanting.join(' and ')} must be set.`);
}
