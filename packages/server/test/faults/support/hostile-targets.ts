/** Where hostile requests go: every route of every interface, with what belongs into its path and who may ask there. */
import { families } from '@afterimage/contract';
import { type ApiRoute, apiRoutes } from '@afterimage/contract/api';
import { drawByWeight, type Random } from './random.ts';

/** Whose keys the requests are sent with, and what they may name. */
export interface HostileWorld {
  /** Of accounts that may submit. */
  keys: readonly string[];
  /** Of one that can pay for nothing: where an answer is waited for until the work is done, nothing may be begun. */
  poorKey: string;
  /** May look at what the operator sees. */
  operatorKey: string;
  engineKey: string;
  /** Generations and jobs that really are there. */
  ids: readonly string[];
}

export type BodyKind = 'fields' | 'call' | 'form' | 'bytes';

export interface Target {
  method: string;
  path: string;
  key: string;
  body: BodyKind;
}

const parts = [
  'x',
  '..',
  '%2e%2e',
  '%00',
  '%zz',
  '%c0%ae',
  'generations',
  '01890000-0000-7000-8000-000000000000',
  '0'.repeat(400),
  '{id}',
  '<script>',
  '*',
  '\u00e9',
  ';a=b',
];

const pages = [
  ...[
    '/healthz',
    '/readyz',
    '/metrics',
    '/',
    '/openapi.json',
    '/reference',
    '/docs',
    '/docs/alpha',
    '/v1/data/balance',
  ],
  ...['/v1/models', '/v1/generations', '/v1/events', '/v1/videos', '/generations', '/keys', '/oidc/callback'],
];

type Draw = (random: Random, world: HostileWorld) => Omit<Target, 'key' | 'body'> & Partial<Target>;

const accountRoutes = Object.values<ApiRoute>(apiRoutes);
const oddMethods = ['PUT', 'PATCH', 'OPTIONS', 'DELETE', 'TRACE', 'BREW'];

const idOf = (random: Random, { ids }: HostileWorld): string =>
  random.happens(0.5) ? random.oneOf(parts) : (random.oneOf(ids) ?? random.oneOf(parts));

const generationsOf: Draw = (random, world) => {
  const { path } = random.oneOf(families);
  const record = `${path}/generations/${idOf(random, world)}`;
  return random.oneOf([
    { method: 'GET', path: record },
    // Only waits that are out of range, or end soon: patience is not what is tested here.
    { method: 'GET', path: `${record}?wait=${random.oneOf(['-1', '61', 'x', '', '0', '0.2', '1e9', '1&wait=0'])}` },
    { method: 'DELETE', path: record },
    { method: 'GET', path: `${path}/generations` },
  ]);
};

const accountRoute: Draw = (random, world) => {
  const { method, path, access } = random.oneOf(accountRoutes);
  const named = path.replaceAll(/\{[^}]+\}/g, () => random.oneOf([random.oneOf(families).slug, idOf(random, world)]));
  // What an operator may change is left alone: a service in maintenance would refuse all that comes after.
  return { method, path: named, ...(method === 'GET' && access.startsWith('operator') && { key: world.operatorKey }) };
};

const pullRoute: Draw = (random, world) => {
  const job = `/engine/v1/jobs/${idOf(random, world)}`;
  return random.oneOf<Omit<Target, 'key'>>([
    { method: 'POST', path: '/engine/v1/claim', body: 'fields' },
    { method: 'POST', path: `${job}/progress`, body: 'fields' },
    { method: 'POST', path: `${job}/fail`, body: 'fields' },
    { method: 'PUT', path: `${job}/output`, body: 'bytes' },
  ]);
};

const openaiRoute: Draw = (random, world) => {
  const video = `/v1/videos/${idOf(random, world)}`;
  const body = random.oneOf<BodyKind>(['fields', 'form']);
  return random.oneOf<Omit<Target, 'key' | 'body'> & Partial<Target>>([
    { method: 'POST', path: '/v1/images/generations', key: world.poorKey },
    { method: 'POST', path: '/v1/images/edits', body, key: world.poorKey },
    { method: 'POST', path: '/v1/videos', body },
    { method: 'GET', path: video },
    { method: 'GET', path: `${video}/content` },
    { method: 'DELETE', path: video },
    { method: 'GET', path: random.oneOf(['/v1/videos', '/v1/models', '/v1/models/delta']) },
  ]);
};

const draws: { weight: number; draw: Draw }[] = [
  { weight: 4, draw: (random) => ({ method: 'POST', path: `${random.oneOf(families).path}/generate` }) },
  { weight: 1, draw: (random) => ({ method: 'POST', path: `${random.oneOf(families).path}/generate?quote=true` }) },
  { weight: 3, draw: generationsOf },
  { weight: 4, draw: accountRoute },
  { weight: 2, draw: openaiRoute },
  { weight: 2, draw: (random, world) => ({ ...pullRoute(random, world), key: world.engineKey }) },
  { weight: 2, draw: (_, world) => ({ method: 'POST', path: '/mcp', body: 'call', key: world.poorKey }) },
  {
    weight: 0.5,
    draw: (random, world) => ({ method: 'POST', path: `/engine-hooks/${random.oneOf(parts)}/${idOf(random, world)}` }),
  },
  { weight: 0.5, draw: (random) => ({ method: random.oneOf(['GET', 'POST', 'DELETE']), path: '/v1/sandbox/clock' }) },
  { weight: 1, draw: (random) => ({ method: 'GET', path: `/media/${random.oneOf(parts)}` }) },
  { weight: 1, draw: (random) => ({ method: 'GET', path: `/${random.oneOf(parts)}/${random.oneOf(parts)}` }) },
  {
    weight: 1,
    draw: (random) => ({ method: random.oneOf(oddMethods), path: `${random.oneOf(families).path}/generate` }),
  },
  { weight: 2, draw: (random) => ({ method: 'GET', path: random.oneOf(pages) }) },
];

export function targetOf(random: Random, world: HostileWorld): Target {
  const { draw } = drawByWeight(random, draws);
  return { key: random.oneOf(world.keys), body: 'fields', ...draw(random, world) };
}
