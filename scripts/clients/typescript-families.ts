/** Writes what the TypeScript client knows of the families: a table of names, and the type of every request and record. */
import {
  callingOf,
  type Family,
  type JsonSchema,
  type MediaFieldRule,
  mediaTypes,
  megabyteBytes,
} from '@afterimage/contract';
import { typeText } from './type-text.ts';

const derivedNote = 'Derived from the contract by `npm run derive`';

export function typescriptFamilies(families: readonly Family[]): Map<string, Buffer> {
  return new Map([
    ['packages/client/src/families.ts', Buffer.from(tableFile(families))],
    ['packages/client/src/family-types.ts', Buffer.from(typesFile(families))],
  ]);
}

function tableFile(families: readonly Family[]): string {
  const lines = families.map((family) => `  ${quoted(family.slug)}: ${inCode(callingOf(family))},`);
  return `/** ${derivedNote}: what has to be known of each family to call it. */
import type { Calling } from '@afterimage/contract';

export const families: Readonly<Record<string, Calling>> = {
${lines.join('\n')}
};
`;
}

function typesFile(families: readonly Family[]): string {
  const interfaces = families.flatMap((family) => [
    requestInterface(family),
    answerInterface(`${pascal(family)}Accepted`, family.schemas.accepted),
    answerInterface(`${pascal(family)}Record`, family.schemas.record),
  ]);
  const entries = families.map(
    (family) =>
      `  ${quoted(family.slug)}: { request: ${pascal(family)}Request; accepted: ${pascal(family)}Accepted; record: ${pascal(family)}Record; failureCode: ${family.failureCodes.map(quoteAlways).join(' | ')} };`,
  );
  return `/** ${derivedNote}: what each family takes and answers. */
import type { Media } from './media.ts';

${interfaces.join('\n\n')}

/** Every family by its slug. */
export interface Families {
${entries.join('\n')}
}
`;
}

function requestInterface(family: Family): string {
  const { properties, required } = family.schemas.request as {
    properties: Record<string, JsonSchema>;
    required: readonly string[];
  };
  const members = Object.entries(properties).map(([name, schema]) => {
    const medium = family.mediaFields.get(name);
    const type = medium === undefined ? typeText(schema) : medium.list ? 'readonly Media[]' : 'Media';
    const optional = required.includes(name) ? `${name}: ${type}` : `${name}?: ${type} | null`;
    const about = medium === undefined ? comment(schema) : mediumComment(medium);
    return `${about}  ${optional};`;
  });
  return `/** ${family.summary}: \`POST ${family.path}/generate\`. */
export interface ${pascal(family)}Request {
${members.join('\n')}
}`;
}

function answerInterface(name: string, { properties }: JsonSchema): string {
  const members = Object.entries(properties as Record<string, JsonSchema>).map(
    ([member, schema]) => `  readonly ${member}: ${typeText(schema)};`,
  );
  return `export interface ${name} {
${members.join('\n')}
}`;
}

/** The client takes every form, whatever the field's name says. */
const mediumComment = ({ kind, bytesMax }: MediaFieldRule): string =>
  `  /** ${mediaTypes[kind].names}, at most ${bytesMax / megabyteBytes} MB: a URL, a path, a Blob or bytes. */\n`;

function comment({ description, items, default: standard, 'x-usually': usually }: JsonSchema): string {
  const said = String(description ?? (items as JsonSchema | undefined)?.['description'] ?? '');
  const otherwise = usually === undefined ? '' : `; ${String(usually)}`;
  const usual = standard === undefined ? '' : `${JSON.stringify(standard)} when left out${otherwise}.`;
  const text = [said, usual].filter((part) => part !== '').join(' ');
  return text === '' ? '' : `  /** ${text} */\n`;
}

const pascal = ({ slug }: Family): string =>
  slug.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
const quoteAlways = (text: string): string => `'${text}'`;
const quoted = (name: string): string => (/^\w+$/.test(name) ? name : quoteAlways(name));

function inCode(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? quoteAlways(value) : String(value);
  const members = Object.entries(value).map(([name, member]) => `${quoted(name)}: ${inCode(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
