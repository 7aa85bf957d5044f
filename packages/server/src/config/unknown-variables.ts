/** Variables of our prefix that are no setting: each is a fault, because a service that ignores it runs on something else. */
import { editsBetween } from './edits-between.ts';
import { callerVariables, fileKeys, secretFileVariable, variables } from './table.ts';

const prefix = 'AFTERIMAGE_';
const known: readonly string[] = [
  ...Object.values(variables).flatMap(({ name, kind }) => (kind.isSecret ? [name, secretFileVariable(name)] : [name])),
  ...Object.values(callerVariables),
  secretFileVariable(callerVariables.apiKey),
];

/** What a name may have been meant to be: compared without the prefix, which some settings do not have. */
const meanings = [
  ...known.map((name) =>
    name.startsWith(prefix)
      ? { word: name.slice(prefix.length), question: `is ${name} meant` }
      : { word: name, question: `is ${name} meant, which has no prefix` },
  ),
  ...Object.values(fileKeys).map(({ name }) => ({
    word: name.toUpperCase(),
    question: `is ${name} in the settings file meant`,
  })),
];

/**
 * Kubernetes sets these in every pod beside a service whose name begins with `afterimage`: `AFTERIMAGE_SERVICE_HOST`,
 * `AFTERIMAGE_PORT=tcp://10.0.0.1:80`, `AFTERIMAGE_PORT_80_TCP_ADDR`.
 */
function isFromKubernetes(name: string, value: string): boolean {
  if (/_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name)) return true;
  return name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value);
}

export function unknownVariableFaults(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env)
    .filter(([name, value]) => name.startsWith(prefix) && !known.includes(name) && value?.trim())
    .filter(([name, value]) => !isFromKubernetes(name, value ?? ''))
    .map(([name]) => `${name} is not a setting; ${meaningOf(name.slice(prefix.length))}`);
}

/** A name that was cut short is nearer than any other of its length: `WEBHOOK_RETRY`. One that is half another is none. */
function meaningOf(word: string): string {
  const longer = word.length < 3 ? [] : meanings.filter((meaning) => meaning.word.startsWith(word));
  const candidates = longer.length > 0 ? longer : meanings;
  const edits = (meaning: { word: string }) => editsBetween(word, meaning.word);
  const [nearest] = candidates.toSorted((a, b) => edits(a) - edits(b));
  const isAlike = longer.length > 0 || edits(nearest!) < word.length / 2;
  return isAlike ? `${nearest!.question}?` : 'docs/configuration.md lists those there are.';
}
