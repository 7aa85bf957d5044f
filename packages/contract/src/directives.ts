/** Sandbox directives: `[[slow 3]]` in a prompt plays a scenario; `directives-table` says what each does. */
import type { Fault } from './fields.ts';
import type { Scenario } from './generation.ts';
import { either } from './words.ts';

/** Longer than the longest time limit, short enough that nothing waits for hours by a typing error. */
const secondsMax = 3_600;
const httpStatuses = [402, 429, 500, 503];

export type DirectiveReading =
  | { ok: true; scenario: Scenario | null /** Without the directives: what the engine sees. */; prompt: string }
  | { ok: false; faults: Fault[] };

interface Directive {
  form: string;
  /** Undefined when the argument is not one this directive takes. */
  read: (argument: string, failureCodes: readonly string[]) => Partial<Scenario> | undefined;
  allowed: (failureCodes: readonly string[]) => string;
}

const seconds = (argument: string): number | undefined =>
  /^\d+(\.\d+)?$/.test(argument) && Number(argument) <= secondsMax ? Number(argument) : undefined;

const directives: Readonly<Record<string, Directive>> = {
  fail: {
    form: '[[fail CODE]]',
    read: (code, codes) => (codes.includes(code) ? { fail: code } : undefined),
    allowed: (codes) => `with ${either(codes)}`,
  },
  slow: {
    form: '[[slow 3]]',
    read: (argument) => withSeconds('slowSeconds', argument),
    allowed: () => `with seconds from 0 to ${secondsMax}`,
  },
  queue: {
    form: '[[queue 3]]',
    read: (argument) => withSeconds('queueSeconds', argument),
    allowed: () => `with seconds from 0 to ${secondsMax}`,
  },
  hang: {
    form: '[[hang]]',
    read: (argument) => (argument === '' ? { hang: true } : undefined),
    allowed: () => 'without anything else',
  },
  http: {
    form: '[[http 503]]',
    read: (argument) => (httpStatuses.map(String).includes(argument) ? { http: Number(argument) } : undefined),
    allowed: () => `with ${either(httpStatuses.map(String))}`,
  },
};

const withSeconds = (name: 'slowSeconds' | 'queueSeconds', argument: string): Partial<Scenario> | undefined => {
  const value = seconds(argument);
  return value === undefined ? undefined : { [name]: value };
};

const written = /\[\[([^[\]]*)\]\]/g;

/** Reads the directives of a sandbox prompt; every `[[…]]` is meant as one. */
export function readDirectives(prompt: string, failureCodes: readonly string[]): DirectiveReading {
  const scenario: Scenario = { fail: null, slowSeconds: 0, queueSeconds: 0, hang: false, http: null };
  const seen = new Set<string>();
  const faults: Fault[] = [];
  const refuse = (message: string) => faults.push({ field: 'prompt', message, type: 'directive' });
  for (const [whole, inside = ''] of prompt.matchAll(written)) {
    const [word = '', ...rest] = inside.trim().split(/\s+/);
    const directive = Object.hasOwn(directives, word) ? directives[word] : undefined;
    if (directive === undefined) {
      refuse(`${whole.slice(0, 60)} is not a sandbox directive; there are ${directiveForms.join(', ')}`);
      continue;
    }
    const effect = directive.read(rest.join(' '), failureCodes);
    if (effect === undefined) refuse(`[[${word}]] is written ${directive.form}, ${directive.allowed(failureCodes)}`);
    else if (seen.has(word)) refuse(`[[${word}]] is given twice`);
    else Object.assign(scenario, effect);
    seen.add(word);
  }
  if (faults.length > 0) return { ok: false, faults };
  if (seen.size === 0) return { ok: true, scenario: null, prompt };
  return { ok: true, scenario, prompt: prompt.replace(written, ' ').replace(/\s+/g, ' ').trim() };
}

/** A scenario that fails or hangs ends without a picture, whatever media came with it: nothing is fetched for it. */
export function drawsNothing(scenario: Scenario | null): boolean {
  return scenario !== null && (scenario.fail !== null || scenario.hang);
}

/** Each directive as it is written, for messages and for those who offer them. */
export const directiveForms: readonly string[] = Object.values(directives).map(({ form }) => form);
