/** Every key of the operator's file: what it takes, what it means, and what holds without it. Readers and docs go by this. */
import { errorClasses } from '../engine.ts';
import { aboutKind, type Called, called, calledKinds, type Kind, kinds } from '../kinds.ts';
import {
  address,
  duration,
  engineList,
  jsonFile,
  offOrCommand,
  oneOf,
  plainMap,
  secret,
  secretMap,
  usdAmount,
  type Value,
  wholeNumber,
  words,
  yesNo,
} from './values.ts';

export interface Key {
  value: Value<unknown>;
  meaning: string;
  /** As words; absent: it must be written, or nothing holds in its place. */
  otherwise?: string;
  /** The kinds of engine that have it; absent: every kind. */
  kinds?: readonly Kind[];
}

const asCode = (some: readonly Kind[]) => some.map((kind) => `\`${kind}\``).join(', ');

export const engineKeys = {
  kind: { value: oneOf(...kinds), meaning: 'What it speaks.' },
  url: {
    value: words,
    meaning: 'Where it is. `openai` and `replicate`: ends in `/v1`; the others: without a path.',
    otherwise: "the vendor's own; `http` and `comfyui` need one",
    kinds: called,
  },
  key: {
    value: secret,
    meaning: 'What it is shown to let us in.',
    otherwise: 'none; `kling`, `fal`, `google` and `replicate` need one',
    kinds: called.filter((kind) => kind !== 'comfyui'),
  },
  access_key: { value: secret, meaning: "Kling's older pair, in place of `key`.", otherwise: 'none', kinds: ['kling'] },
  secret_key: { value: secret, meaning: "Kling's older pair, in place of `key`.", otherwise: 'none', kinds: ['kling'] },
  hook_secret: {
    value: secret,
    meaning:
      'What proves that a call to us is the vendor’s. Without it calls of `google` only make us look, those of the others are refused, and we ask by ourselves.',
    otherwise: 'none',
    kinds: ['openai', 'google', 'replicate'],
  },
  headers: {
    value: secretMap,
    meaning: 'Sent with every request, for a proxy in front of it.',
    otherwise: 'none',
    kinds: ['comfyui'],
  },
  slots: {
    value: wholeNumber(1, 10_000),
    meaning: 'How many generations may be with it at once, over all processes.',
    otherwise: '1; vendors 5',
  },
  paid: {
    value: yesNo,
    meaning: 'Whether it costs money: then nothing is ever sent to it twice.',
    otherwise: `\`true\` for ${asCode(kinds.filter((kind) => aboutKind(kind).paid))}, else \`false\``,
  },
  daily_cap_usd: { value: usdAmount, meaning: 'What may be spent with it in a day (UTC).', otherwise: 'no cap' },
  poll: {
    value: plainMap,
    meaning: 'When it is asked how far it is: `first`, then `every`, at most `max` apart.',
    otherwise: '`{first: 2s, every: 5s, max: 30s}`',
    kinds: called,
  },
  inline_inputs: {
    value: yesNo,
    meaning: 'Sends media inside the order and not as links.',
    otherwise: '`false`',
    kinds: ['http'],
  },
  sign: { value: yesNo, meaning: 'Signs every request with `key`.', otherwise: '`false`', kinds: ['http'] },
} as const satisfies Record<string, Key>;

export const urlOf = (kind: Called): Value<string> => address(calledKinds[kind].path);

export const pollKeys = {
  first: { value: duration, meaning: 'After the start.', otherwise: '`2s`' },
  every: { value: duration, meaning: 'After that.', otherwise: '`5s`' },
  max: { value: duration, meaning: 'At the longest, when it asks for patience.', otherwise: '`30s`' },
} as const satisfies Record<string, Key>;

export const routeKeys = {
  match: {
    value: plainMap,
    meaning: '`family` and `model`, each or both or `{}` for all. `*` in a model stands for anything.',
  },
  use: { value: engineList, meaning: 'The engines that make it, in the order of fallback.' },
} as const satisfies Record<string, Key>;

export const matchKeys = {
  family: { value: words, meaning: "The family's slug.", otherwise: 'every family' },
  model: { value: words, meaning: 'One of its models, or several with `*`.', otherwise: 'every model' },
} as const satisfies Record<string, Key>;

/** ComfyUI's models stand in its workflow. */
const mapped = called.filter((kind) => kind !== 'comfyui');
const named: readonly Kind[] = [...mapped, 'pull'];

export const useKeys = {
  engine: { value: words, meaning: 'The name of an engine above, or `studio`.' },
  model: {
    value: words,
    meaning: "The vendor's own id: fal's endpoint, Replicate's `owner/name`, Google's model.",
    otherwise: "the preset's; `openai`, `google` and `replicate` need one",
    kinds: named,
  },
  dialect: { value: words, meaning: '`v1` or `v2` of Kling.', otherwise: "the preset's", kinds: ['kling'] },
  preset: {
    value: words,
    meaning: 'A dated table of models that comes with Afterimage.',
    otherwise: 'the newest',
    kinds: mapped,
  },
  set: { value: plainMap, meaning: 'Laid over what the engine is sent; null takes a field out.', otherwise: 'nothing' },
  input: {
    value: plainMap,
    meaning: "The engine's fields, each with the name of our value that goes into it.",
    otherwise: "the preset's, or as the engine's schema says",
    kinds: ['fal', 'openai', 'replicate'],
  },
  workflow: { value: jsonFile, meaning: 'A ComfyUI graph, saved in API format.', kinds: ['comfyui'] },
  bind: {
    value: jsonFile,
    meaning: 'Places in the graph, each with the name of our value that goes there.',
    kinds: ['comfyui'],
  },
  errors: {
    value: plainMap,
    meaning: `Exceptions of the graph's own nodes, each with what it means: ${errorClasses.join(', ')}.`,
    otherwise: 'none',
    kinds: ['comfyui'],
  },
  cost_usd: {
    value: usdAmount,
    meaning: 'What one generation costs there, where it does not say so itself.',
    otherwise: 'unknown',
  },
} as const satisfies Record<string, Key>;

export const moderationKeys = {
  words: {
    value: words,
    meaning: 'A file of words, one a line, that no prompt and no watermark may hold.',
    otherwise: 'none',
  },
  hook: {
    value: plainMap,
    meaning:
      '`url` and `key` of a service that is asked about every prompt: it is sent `{"prompt", "family", "account_id", "generation_id"}` and answers as the command of `images` does.',
    otherwise: 'none',
  },
  images: {
    value: offOrCommand,
    meaning:
      'A command on this machine that judges every output. It gets the path of the file as its last argument, and more about it as JSON on its standard input; it answers `{"allow": true}` or `{"allow": false, "reason": "…"}`.',
    otherwise: '`off`',
  },
} as const satisfies Record<string, Key>;

export const hookKeys = {
  url: { value: words, meaning: 'Where it is asked.' },
  key: { value: secret, meaning: 'Its bearer.', otherwise: 'none' },
} as const satisfies Record<string, Key>;

export const policyKeys = {
  unknown_grace: {
    value: duration,
    meaning: 'How long to wait for word of an order that was never answered.',
    otherwise: '`120s`',
  },
  max_attempts: {
    value: wholeNumber(1, 20),
    meaning: 'How many engines may be tried for one generation.',
    otherwise: '`2`',
  },
  content_policy_fallback: {
    value: yesNo,
    meaning: 'Whether the next engine is tried when one refuses the content.',
    otherwise: '`false`',
  },
} as const satisfies Record<string, Key>;

/** For the guide. */
export const sections: readonly { title: string; keys: Readonly<Record<string, Key>> }[] = [
  { title: 'engines.NAME', keys: engineKeys },
  { title: 'engines.NAME.poll', keys: pollKeys },
  { title: 'routes[]', keys: routeKeys },
  { title: 'routes[].match', keys: matchKeys },
  { title: 'routes[].use[]', keys: useKeys },
  { title: 'moderation', keys: moderationKeys },
  { title: 'moderation.hook', keys: hookKeys },
  { title: 'policy', keys: policyKeys },
];
