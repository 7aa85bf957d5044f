/** A stand-in for an engine that speaks `mge/1`. */
import { createHash } from 'node:crypto';
import type { MgeEngine, MgeJob } from '../../../src/engines/http/mge.ts';
import { type Call, openStandIn, type Reply, type StandIn, type Step } from './stand-in.ts';

export const mgeKey = 'mge-secret-key';

const engine: MgeEngine = {
  protocol: 'mge/1',
  name: 'stand-in',
  version: '1',
  state: 'ready',
  slots: 2,
  queued: 0,
  models: [
    { id: 'everything', tasks: ['t2v', 'i2v', 'frames', 'refs2v', 'motion', 't2i', 'i2i'] },
    {
      id: 'narrow',
      tasks: ['t2v'],
      limits: { seconds: { min: 1, max: 6 }, aspect_ratios: ['16:9'], fields: ['seed'] },
    },
  ],
};

const errorOf = (code: string, message = code) => ({ error: { code, message } });

const costing = ({ cost }: { cost?: number }) => (cost === undefined ? {} : { cost_usd: cost });

/** What it says that an order cost. */
export type CostOf = (order: Record<string, unknown>) => number;

function documentOf(id: string, step: Step, { output, cost }: { output: Buffer; cost: number }): MgeJob {
  if (step.at === 'queued') return { id, state: 'queued', queue_position: step.position ?? null, progress: null };
  if (step.at === 'running') return { id, state: 'running', progress: step.progress ?? null };
  if (step.at === 'canceled') return { id, state: 'canceled', ...costing(step) };
  if (step.at === 'odd') return { id, state: 'defrosting' };
  if (step.at === 'empty') return { id, state: 'succeeded', outputs: [] };
  if (step.at === 'failed') return { id, state: 'failed', ...errorOf(step.code, step.message), ...costing(step) };
  const bytes = output.length;
  return {
    id,
    state: 'succeeded',
    progress: 1,
    outputs: [{ mime: 'video/mp4', bytes, seconds: 5 }],
    cost_usd: cost,
    seed: 7,
  };
}

function answer(call: Call, standIn: StandIn, costOf: CostOf): Reply {
  if (call.headers.authorization !== `Bearer ${mgeKey}`) return { status: 401, json: errorOf('unauthorized') };
  const [, , what, id = '', part, output] = call.path.split('/');
  if (what === 'engine') return { json: engine };
  const job = standIn.jobs.get(id);
  const show = (step: Step) =>
    documentOf(id, step, { output: standIn.outputOf(id), cost: costOf(standIn.jobs.get(id)!.call.json) });
  const hash = (body: Buffer) => createHash('sha256').update(body).digest('hex');
  if (call.method === 'PUT') {
    if (job === undefined) return { status: 201, json: show(standIn.addJob(id, call).steps[0]!) };
    const same = hash(job.call.body) === hash(call.body);
    return same ? { json: show(job.steps[0]!) } : { status: 409, json: errorOf('id_conflict') };
  }
  if (job === undefined) return { status: 404, json: errorOf('not_found') };
  if (part === 'outputs') return { bytes: standIn.outputOf(`${id}${output === '0' ? '' : output}`), type: 'video/mp4' };
  if (call.method === 'DELETE') {
    job.steps = [{ at: 'canceled' }];
    return { status: 202, json: show({ at: 'canceled' }) };
  }
  return { json: show(standIn.look(id)!) };
}

export const openMge = (costOf: CostOf = () => 0.05): Promise<StandIn> =>
  openStandIn({
    isPaid: ({ method }) => method === 'PUT',
    answer: (call, standIn) => answer(call, standIn, costOf),
    refusal: (status) => errorOf(status === 429 ? 'capacity' : 'unavailable', `refused with ${status}`),
  });
