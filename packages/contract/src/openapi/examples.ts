/** Examples of the account interface, made from its schemas: every value is one that its schema takes. */
import type { JsonSchema } from '../fields.ts';

const id = '0199a3c4-7d5e-7c1a-9f0b-2d8e6a4c1b37';
const link = `https://media.example.com/media/0199a3c4/sample.mp4?expires=1767312000&signature=c2lnbmF0dXJl`;

/** What stands under a name, wherever its schema takes it: together they tell of one completed generation, which cost 0.2100. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  action: ['grantCredit'],
  address: ['203.0.113.7'],
  answer_excerpt: ['ok'],
  attempts: [null, 1],
  attempts_max: [5],
  breaker_until: [null],
  bytes: [1_834_021],
  callback_url: ['https://example.com/hook'],
  class: ['unavailable'],
  created_at: ['2026-01-01T00:00:00.000Z'],
  current: ['the password until now'],
  daily_cap_usd: [null],
  deadline_at: ['2026-01-01T00:15:00.000Z'],
  detail: ['Two workers are there.', { amount: '25.0000' }],
  drained: [false],
  email: ['ada@example.com'],
  engine: ['gpu-1'],
  error: [null],
  error_class: [null],
  event: ['generation.completed'],
  expires_at: ['2026-04-01T00:00:00.000Z'],
  expires_in_days: [90],
  failure_code: [null],
  failure_reason: [null],
  family: ['alpha'],
  field: ['image_url'],
  fields: [{ prompt: 'a red fox runs through fresh snow at dawn', duration: '5' }],
  free_bytes: [500_000_000_000],
  host: ['example.com'],
  inputs: [[]],
  key: ['ai_live_5dQm3GkT9vXw2yBn7cRf4hJs8pLz6aEu'],
  kind: ['http', 'charge'],
  last4: ['6aEu'],
  last_error: [null],
  last_milliseconds: [120],
  last_status_code: [200],
  maintenance: [false],
  maintenance_since: [null],
  media_bytes: [1_834_021],
  media_expires_at: ['2026-01-08T00:02:30.000Z'],
  media_link_expires_at: ['2026-01-02T00:02:30.000Z'],
  media_type: ['video/mp4'],
  media_url: [link],
  message: ['The engine did not answer.'],
  milliseconds: [120],
  model: ['alpha_2.5_turbo'],
  must_stay: [false],
  name: ['production'],
  nearly_full: [false],
  next: [null],
  next_attempt_at: [null],
  notes: [[]],
  number: [1],
  oidc: [null],
  paid: [false],
  password: ['correct horse battery staple'],
  payload: [`{"generation_id":"${id}","status":"completed"}`],
  poster_url: [link.replace('mp4', 'jpg')],
  progress: [null],
  prompt: ['a red fox runs through fresh snow at dawn'],
  public_url: ['https://media.example.com'],
  queue_position: [null],
  reason: ['thanks for the report'],
  record: [{ generation_id: id, status: 'completed', video_url: link }],
  refund: [null],
  request_headers: [{ 'webhook-id': id }],
  revoked_at: [null],
  secret: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  seed: [1234567],
  slug: ['alpha'],
  started_at: ['2026-01-01T00:00:02.000Z'],
  state: ['delivered', 'active', 'succeeded', 'open', 'up'],
  status: ['completed'],
  status_code: [200],
  step_seconds: [60],
  subject: ['ada@example.com'],
  threshold: ['5'],
  thumbhash: ['1QcSHQRnh493V4dIh4eXh1h4kJUI'],
  title: ['alpha'],
  token: ['Q9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfK'],
  url: ['https://example.com/hook'],
  use: [['gpu-1']],
  user_agent: ['Mozilla/5.0'],
  vendor_id: [null],
  version: ['0.2.0'],
};

const byFormat: Readonly<Record<string, string>> = {
  uuid: id,
  uri: 'https://media.example.com',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:02:30.000Z',
};

export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const fitting = (samples[name] ?? []).find((value) => takes(schema, value));
  if (fitting !== undefined) return fitting;
  const { examples, const: only, default: standard, enum: values, anyOf } = schema;
  const given = [(examples as unknown[] | undefined)?.[0], only, standard, (values as unknown[] | undefined)?.[0]];
  const first = given.find((value) => value !== undefined);
  if (first !== undefined) return first;
  return Array.isArray(anyOf) ? exampleOf(anyOf[0] as JsonSchema, name) : exampleOfType(schema, name);
}

function exampleOfType(
  { type, format, minimum, minLength, items, properties, additionalProperties }: JsonSchema,
  name: string,
) {
  if (type === 'array') return [exampleOf(items as JsonSchema, name)];
  if (type === 'object' && additionalProperties instanceof Object)
    return { alpha: exampleOf(additionalProperties as JsonSchema) };
  if (type === 'object') {
    const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>);
    return Object.fromEntries(members.map(([member, schema]) => [member, exampleOf(schema, member)]));
  }
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, Number(minimum ?? 1));
  return byFormat[String(format)] ?? 'text'.padEnd(Number(minLength ?? 1), '.');
}

/** As far as samples need it: nothing deeper than type, values, form and length. */
function takes(schema: JsonSchema, value: unknown): boolean {
  const { anyOf, enum: values, type, format, pattern, minLength } = schema;
  if (Array.isArray(anyOf)) return anyOf.some((each) => takes(each as JsonSchema, value));
  if (Array.isArray(values)) return values.includes(value);
  if (typeof value === 'string') {
    const isForm = format === 'uuid' ? value === id : format === 'date-time' ? value.endsWith('Z') : format !== 'date';
    const isPattern = pattern === undefined || new RegExp(String(pattern)).test(value);
    return type === 'string' && isForm && isPattern && value.length >= Number(minLength ?? 0);
  }
  if (typeof value === 'boolean') return type === 'boolean';
  if (typeof value === 'number') return type === 'integer' || type === 'number';
  if (value === null) return type === 'null';
  return type === (Array.isArray(value) ? 'array' : 'object') && schema['properties'] === undefined;
}
