/** The operator's file: which engines there are and which makes what. Read whole, or refused with every fault and its line. */
import type { Family } from '@afterimage/contract';
import type { EmbeddedName } from './embedded-definition.ts';
import type { EmbeddedEngines } from './embedded-engines.ts';
import type { EngineEntry, Secret } from './engine-entry.ts';
import { modelsOf } from './file/models-of.ts';
import { readKeys } from './file/read-keys.ts';
import { matches, type Route, readRoutes } from './file/read-routes.ts';
import { engineKeys, hookKeys, moderationKeys, policyKeys, pollKeys, urlOf } from './file/schema.ts';
import { holdsPassword, passwordSentence, type ValueReading } from './file/values.ts';
import { type FileFault, readYaml, type YamlNode } from './file/yaml-node.ts';
import { aboutKind, type CalledKind, calledKinds, isCalled, type Kind, kinds } from './kinds.ts';

/** The operator's file as it was found. */
export interface FoundFile {
  text: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Paths are relative to the file; null where there is none. */
  readText(path: string): string | null;
}

export interface EnginesSource extends FoundFile {
  families: readonly Family[];
  /** The engines that are a part of the service. */
  embedded: readonly EmbeddedName[];
}

export interface EngineConfig {
  name: string;
  kind: Kind;
  entry: EngineEntry;
  poll: { firstSeconds: number; everySeconds: number; maxSeconds: number };
  dailyCapUsd: number | null;
  /** Where it is named, for faults that only a check finds. */
  line: number;
}

export interface EnginesFile {
  engines: ReadonlyMap<string, EngineConfig>;
  routes: readonly Route[];
  moderation: {
    words: readonly string[];
    hook: { url: string; key: Secret | null } | null;
    images: 'off' | readonly string[];
  };
  policy: { unknownGraceSeconds: number; enginesMax: number; contentPolicyFallback: boolean };
}

export type { Match, Route } from './file/read-routes.ts';

export type EnginesReading = { ok: true; file: EnginesFile } | { ok: false; faults: readonly FileFault[] };

/** What holds where there is no file, and what a file leaves out. */
export const noFile: EnginesFile = {
  engines: new Map(),
  routes: [],
  moderation: { words: [], hook: null, images: 'off' },
  policy: { unknownGraceSeconds: 120, enginesMax: 2, contentPolicyFallback: false },
};

export function readEnginesFile(source: EnginesSource): EnginesReading {
  const yaml = readYaml(source.text);
  if ('fault' in yaml) return { ok: false, faults: [yaml.fault] };
  const faults = [...yaml.doubled];
  const reading: ValueReading = {
    report: ({ line }, message) => faults.push({ line, message }),
    env: source.env,
    readText: source.readText,
  };
  const { root } = yaml;
  if (root.keys === null && root.value !== null) {
    return { ok: false, faults: [{ line: root.line, message: 'The file must hold engines and routes.' }] };
  }
  const keys = root.keys ?? new Map<string, YamlNode>();
  const sections = ['engines', 'routes', 'moderation', 'policy'];
  for (const [name, node] of keys) {
    if (!sections.includes(name)) {
      reading.report(node, `${name} is not a key; it must be one of ${sections.join(', ')}.`);
    }
  }
  const { families, embedded } = source;
  const { engines, named } = readEngines(keys.get('engines'), embedded, reading);
  const routes = readRoutes(keys.get('routes'), { reading, families, engines: named, embedded });
  const moderation = readModeration(keys.get('moderation'), reading);
  const policy = readPolicy(keys.get('policy'), reading);
  if (faults.length > 0) return { ok: false, faults: faults.toSorted((a, b) => a.line - b.line) };
  return { ok: true, file: { engines, routes, moderation, policy } };
}

/** The engines that a file names, each with its kind as it is written, whatever else is wrong with it; null: it is no YAML. */
export function namedEngines(text: string): ReadonlyMap<string, unknown> | null {
  const yaml = readYaml(text);
  if ('fault' in yaml) return null;
  const engines = yaml.root.keys?.get('engines')?.keys ?? [];
  return new Map([...engines].map(([name, below]) => [name, below.keys?.get('kind')?.value]));
}

/** `named` holds every kind that could be read, so that a route is not blamed for the fault of its engine. */
function readEngines(node: YamlNode | undefined, embedded: readonly EmbeddedName[], reading: ValueReading) {
  const engines = new Map<string, EngineConfig>();
  const named = new Map<string, Kind | null>();
  if (node !== undefined && node.keys === null && node.value !== null) {
    reading.report(node, 'engines must be names, each with its kind.');
  }
  for (const [name, below] of node?.keys ?? []) {
    if (embedded.some((one) => one.name === name)) {
      const [last, ...others] = embedded.map((one) => one.name).reverse();
      reading.report(
        below,
        `engines.${name}: ${others.reverse().join(', ')} and ${last} are the embedded engines, which need no entry; any other name may be used.`,
      );
    } else if (!/^[A-Za-z][\w-]{0,39}$/.test(name)) {
      reading.report(below, `engines.${name}: a name is a letter, then at most 39 letters, digits, - or _.`);
    }
    const kind = kinds.find((one) => one === below.keys?.get('kind')?.value) ?? null;
    named.set(name, kind);
    const engine = readEngine(name, below, kind, reading);
    if (engine !== null) engines.set(name, engine);
  }
  return { engines, named };
}

function readEngine(name: string, node: YamlNode, kind: Kind | null, reading: ValueReading): EngineConfig | null {
  const keys = readKeys(node, { keys: engineKeys, needs: ['kind'], kind }, reading);
  if (keys === null || kind === null) return null;
  const written = node.keys?.get('url');
  const url = written === undefined || !isCalled(kind) ? null : (urlOf(kind).read(written, reading) ?? null);
  if (isCalled(kind)) {
    if (written === undefined && calledKinds[kind].url === null) reading.report(node, `${node.name} needs a url.`);
    needKey(node, calledKinds[kind].needs, reading);
  }
  if (keys.sign === true && keys.key === undefined) reading.report(node, `${node.name} needs a key to sign with.`);
  const pollNode = node.keys?.get('poll');
  const poll = pollNode === undefined ? {} : (readKeys(pollNode, { keys: pollKeys, kind }, reading) ?? {});
  const options = { inline_inputs: keys.inline_inputs ?? false, sign: keys.sign ?? false };
  return {
    name,
    kind,
    entry: {
      name,
      url,
      key: keys.key ?? null,
      accessKey: keys.access_key ?? null,
      secretKey: keys.secret_key ?? null,
      hookSecret: keys.hook_secret ?? null,
      headers: keys.headers ?? {},
      slots: keys.slots ?? (aboutKind(kind).paid ? 5 : 1),
      paid: keys.paid ?? aboutKind(kind).paid,
      options: kind === 'http' ? options : {},
    },
    poll: { firstSeconds: poll.first ?? 2, everySeconds: poll.every ?? 5, maxSeconds: poll.max ?? 30 },
    dailyCapUsd: keys.daily_cap_usd ?? null,
    line: node.line,
  };
}

function needKey(node: YamlNode, needs: CalledKind['needs'], reading: ValueReading): void {
  const has = (name: string) => node.keys?.has(name) ?? false;
  if (needs === 'key or pair') {
    const pair = has('access_key') && has('secret_key');
    if (has('key') === pair || has('access_key') !== has('secret_key')) {
      reading.report(node, `${node.name} needs a key, or access_key and secret_key.`);
    }
  } else if (needs === 'key' && !has('key')) {
    reading.report(node, `${node.name} needs a key.`);
  }
}

function readModeration(node: YamlNode | undefined, reading: ValueReading): EnginesFile['moderation'] {
  if (node === undefined) return noFile.moderation;
  const keys = readKeys(node, { keys: moderationKeys, kind: null }, reading) ?? {};
  const text = keys.words === undefined ? '' : reading.readText(keys.words);
  if (text === null) {
    reading.report(node.keys!.get('words')!, `moderation.words names the file ${keys.words}, which does not exist.`);
  }
  const words = (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const hookNode = node.keys?.get('hook');
  const hook =
    hookNode === undefined ? null : readKeys(hookNode, { keys: hookKeys, needs: ['url'], kind: null }, reading);
  const url = hook?.url === undefined ? undefined : hookAddress(hookNode!, reading);
  return { words, hook: url === undefined ? null : { url, key: hook?.key ?? null }, images: keys.images ?? 'off' };
}

/** Unlike an engine's, its path is the operator's choice. */
function hookAddress(node: YamlNode, reading: ValueReading): string | undefined {
  const written = node.keys!.get('url')!;
  const url = URL.parse(String(written.value));
  const form = 'an http or https address, such as http://10.0.0.9/judge';
  if (holdsPassword(written.value)) reading.report(written, passwordSentence(written.name, form));
  else if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  else reading.report(written, `${written.name} is not readable; it must be ${form}.`);
  return undefined;
}

function readPolicy(node: YamlNode | undefined, reading: ValueReading): EnginesFile['policy'] {
  if (node === undefined) return noFile.policy;
  const keys = readKeys(node, { keys: policyKeys, kind: null }, reading) ?? {};
  return {
    unknownGraceSeconds: keys.unknown_grace ?? noFile.policy.unknownGraceSeconds,
    enginesMax: keys.max_attempts ?? noFile.policy.enginesMax,
    contentPolicyFallback: keys.content_policy_fallback ?? noFile.policy.contentPolicyFallback,
  };
}

/** The first that matches; null: an engine of our own. `models` are all names that the generation's model goes by. */
export function routeFor(file: Pick<EnginesFile, 'routes'>, question: { family: string; models: readonly string[] }) {
  return (
    file.routes.find(({ match }) => question.models.some((model) => matches(match, question.family, model))) ?? null
  );
}

/** Who makes what, in the order of fallback, as the check prints it. */
export function resolvedRoutes(
  file: Pick<EnginesFile, 'routes'>,
  families: readonly Family[],
  embedded: Pick<EmbeddedEngines, 'engineFor'>,
): { family: string; model: string; use: string[] }[] {
  const ours = (family: string, model: string) =>
    embedded.engineFor({ mode: 'live', family, request: { model, scenario: null } });
  return families.flatMap((family) =>
    modelsOf(family).map((model) => {
      const route = routeFor(file, { family: family.slug, models: [model] });
      const use = route?.use.map(({ engine }) => engine) ?? [ours(family.slug, model)];
      return { family: family.slug, model, use };
    }),
  );
}
