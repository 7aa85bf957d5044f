/** `/engine/v1`: where workers fetch work, say how far they are, deliver, or give up. Their page: docs/guide/engines/pull.md. */
import { errors, Field, isId, number, oneOf } from '@afterimage/contract';
import type { Log } from '../../log/log.ts';
import { failJob, giveBackJob, type HeldJob, renewJob, whyNotHeld } from '../../pull/jobs-store.ts';
import type { PullWorker } from '../../pull/keys.ts';
import { noteEngineKeyUsed } from '../../pull/keys-store.ts';
import type { WaitingWorkers } from '../../pull/waiting-workers.ts';
import { type Exchange, type NodeStreams, sendJson } from '../exchange.ts';
import { refuse } from '../refuse.ts';
import type { Handler, Router, StreamHandler } from '../router.ts';
import { answerOutput, type OutputServices } from './output.ts';
import { admitWorker, readWorkerBody, refuseUnheld } from './worker-request.ts';

export interface PullRouteServices extends OutputServices {
  claims: WaitingWorkers;
  /** What a job may fail with. */
  failureClasses: readonly string[];
  log: Log;
}

/** Proxies and clients give up on a silent connection after half a minute, or later. */
const workWaitSecondsMax = 30;
const messageCharactersMax = 2_000;

/** For the operator. Whatever an exception says of itself will do; of a long one the beginning. */
const reason = new Field<string>({
  schema: { type: 'string' },
  absent: { value: '' },
  check: (value, name) =>
    typeof value === 'string'
      ? { ok: true, value: value.toWellFormed().replaceAll('\0', '').slice(0, messageCharactersMax) }
      : { ok: false, faults: [{ field: name, type: 'string_type', message: `${name} must be a string` }] },
});

export function addPullRoutes(router: Router, services: PullRouteServices): void {
  const { db, leaseSeconds } = services;
  const claimFields = { wait: number(0, workWaitSecondsMax).byDefault(0) };
  const progressFields = { progress: number(0, 1) };
  const failFields = {
    code: oneOf(...services.failureClasses).required(),
    message: reason,
  };

  /** A worker that we know, and the job that it speaks of. */
  const ofJob =
    (answer: (exchange: Exchange, held: HeldJob) => Promise<void>): Handler =>
    async (exchange) => {
      const worker = await admitWorker(services, exchange);
      if (worker === null) return;
      if (!isId(exchange.parameter)) return refuse(exchange, errors.jobNotFound());
      await answer(exchange, { id: exchange.parameter, keyId: worker.keyId });
    };

  const claim: StreamHandler = async (exchange, { response }) => {
    const worker = await admitWorker(services, exchange);
    if (worker === null) return;
    const body = await readWorkerBody(claimFields, exchange);
    if (body !== null) await answerClaim(services, { exchange, response, worker, seconds: body.wait });
  };
  router.addStream('POST', '/engine/v1/claim', claim);

  router.add(
    'POST',
    '/engine/v1/jobs/{id}/progress',
    ofJob(async (exchange, held) => {
      const body = await readWorkerBody(progressFields, exchange);
      if (body === null) return;
      const progress = body.progress === undefined ? null : Math.round(body.progress * 100);
      const isHeld = await renewJob(db, held, { progress, leaseSeconds });
      if (isHeld || (await whyNotHeld(db, held)) === 'called off') {
        return sendJson(exchange, 200, JSON.stringify({ lease_seconds: leaseSeconds, cancel: !isHeld }));
      }
      await refuseUnheld(services, exchange, held);
    }),
  );

  router.add(
    'POST',
    '/engine/v1/jobs/{id}/fail',
    ofJob(async (exchange, held) => {
      const body = await readWorkerBody(failFields, exchange);
      if (body === null) return;
      const isOver = await failJob(db, held, { class: body.code, message: body.message });
      if (!isOver) return refuseUnheld(services, exchange, held);
      sendJson(exchange, 200, '{}');
    }),
  );

  router.addStream('PUT', '/engine/v1/jobs/{id}/output', (exchange, { request }) =>
    ofJob((one, held) => answerOutput(services, { exchange: one, request, held }))(exchange),
  );
}

async function answerClaim(
  services: PullRouteServices,
  call: { exchange: Exchange; response: NodeStreams['response']; worker: PullWorker; seconds: number },
): Promise<void> {
  const { exchange, response, worker, seconds } = call;
  const { db, log, leaseSeconds } = services;
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  void noteEngineKeyUsed(db, worker.keyId).catch((fault) => log.debug({ err: fault }, 'a use was not noted'));
  const claimed = await services.claims.claim(worker, { seconds, signal: leaving.signal });
  if (claimed.claim === 'nothing') return exchange.sendEmpty(204);
  if (claimed.claim === 'revoked') {
    await admitWorker(services, exchange);
    return;
  }
  const giveBack = () => giveBackJob(db, { id: claimed.id, keyId: worker.keyId });
  if (response.destroyed) return giveBack();
  response.once('close', () => {
    // It never heard of the job.
    if (!response.writableFinished)
      void giveBack().catch((fault) => log.warn({ err: fault }, 'a job was not given back'));
  });
  const head = { id: claimed.id, lease_seconds: leaseSeconds };
  sendJson(exchange, 200, `${JSON.stringify(head).slice(0, -1)},${claimed.body.slice(1)}`);
}
