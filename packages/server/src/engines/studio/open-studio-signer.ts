/** Joins the studio's signing to this service's settings and database: one name for all its processes. */
import type { Settings } from '../../config/config.ts';
import type { Db } from '../../db/postgres.ts';
import { agreedSecret } from '../../db/service-secrets.ts';
import { openSigner } from './signing.ts';

export function openStudioSigner(db: Db, settings: Pick<Settings, 'provenance'>): ReturnType<typeof openSigner> {
  return openSigner({ files: settings.provenance, agree: (draw) => agreedSecret(db, 'provenance', draw) });
}
