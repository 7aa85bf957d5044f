/** What every request of a pull worker goes through: whose key it is (401), its share (429), the fields of its body (400). */
import { errors, type Field, type HttpError } from '@afterimage/contract';
import type { Db } from '../../db/postgres.ts';
import { type HeldJob, whyNotHeld } from '../../pull/jobs-store.ts';
import { findWorker, type PullWorker } from '../../pull/keys.ts';
import { readBody } from '../api/read-fields.ts';
import type { Exchange } from '../exchange.ts';
import type { Limits } from '../limits.ts';
import { refuse } from '../refuse.ts';

export interface WorkerServices {
  db: Db;
  limits: Limits;
}

const bearer = /^bearer +(\S+) *$/i;

/** Null: nobody we know or one too many, and the answer has been sent. */
export async function admitWorker({ db, limits }: WorkerServices, exchange: Exchange): Promise<PullWorker | null> {
  exchange.headers['cache-control'] = 'no-store';
  const { authorization } = exchange.requestHeaders;
  if (authorization === undefined || authorization === '') return refused(exchange, errors.authorizationMissing());
  const [, key] = bearer.exec(authorization) ?? [];
  if (key === undefined) return refused(exchange, errors.authorizationNotBearer());
  const worker = await findWorker(db, key);
  if (worker === undefined) return refused(exchange, errors.invalidEngineKey());
  return limits.forEngine(exchange, worker) ? worker : null;
}

function refused(exchange: Exchange, error: HttpError): null {
  refuse(exchange, error);
  return null;
}

type Values<Given> = { [Name in keyof Given]: Given[Name] extends Field<infer Value> ? Value : never };

/** Null: it is not as it must be, and the answer has been sent. Names that nobody knows may be of a later version. */
export async function readWorkerBody<Given extends Readonly<Record<string, Field<unknown>>>>(
  fields: Given,
  exchange: Exchange,
): Promise<Values<Given> | null> {
  const body = await readBody(fields, exchange);
  if (!body.ok) return refused(exchange, body.error);
  const faults = body.faults.filter(({ type }) => type !== 'unknown');
  if (faults.length > 0) return refused(exchange, errors.invalidFields({ faultStatus: 400 }, faults));
  return body.values as Values<Given>;
}

/** For a job that this worker does not hold: 404 when it never did, else 409. */
export async function refuseUnheld({ db }: WorkerServices, exchange: Exchange, held: HeldJob): Promise<void> {
  refuse(exchange, (await whyNotHeld(db, held)) === 'never' ? errors.jobNotFound() : errors.jobNotYours());
}
