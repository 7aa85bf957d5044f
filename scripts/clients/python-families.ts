/** Writes what the Python client knows of the families: a table of names, and the types of requests, records and verbs. */
import { callingOf, type Family, type JsonSchema } from '@afterimage/contract';

const note = 'Derived from the contract by `npm run derive`';
const folder = 'clients/python/src/afterimage';

/** @param openapi the document, whose schemas the types are read from */
export function pythonFamilies(families: readonly Family[], openapi: unknown): Map<string, Buffer> {
  const { schemas } = (openapi as { components: { schemas: Record<string, JsonSchema> } }).components;
  return new Map([
    [`${folder}/_families.py`, Buffer.from(tableFile(families))],
    [`${folder}/models.py`, Buffer.from(modelsFile(families, schemas))],
    [`${folder}/_typed.pyi`, Buffer.from(verbsFile(families))],
  ]);
}

function tableFile(families: readonly Family[]): string {
  const lines = families.map((family) => `    "${family.slug}": ${inPython(callingOf(family))},`);
  return `"""${note}: what has to be known of each family to call it."""

from collections.abc import Mapping
from typing import Any

FAMILIES: Mapping[str, Mapping[str, Any]] = {
${lines.join('\n')}
}
`;
}

function modelsFile(families: readonly Family[], schemas: Readonly<Record<string, JsonSchema>>): string {
  const common = ['    family: str', '    id: str'];
  const classes = families.flatMap((family) => {
    const name = pascal(family);
    return [
      `${name}FailureCode = ${typeText(schemas[`${name}FailureCode`]!)}`,
      requestClass(family, schemas[`${name}Request`]!),
      answerClass(`${name}Accepted`, schemas[`${name}Accepted`]!, common),
      answerClass(`${name}Record`, schemas[`${name}Record`]!, [
        ...common,
        '    media_url: str | None',
        `    failure_code: ${name}FailureCode | None`,
      ]),
    ];
  });
  return `"""${note}: what each family takes and answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from typing_extensions import NotRequired

from ._media import Media


${classes.join('\n\n\n')}
`;
}

function requestClass(family: Family, { properties, required }: JsonSchema): string {
  const members = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
    const medium = family.mediaFields.get(name);
    const type = medium === undefined ? typeText(schema) : medium.list ? 'Sequence[Media] | None' : 'Media | None';
    return `    ${name}: ${(required as string[]).includes(name) ? type : `NotRequired[${type}]`}`;
  });
  return `class ${pascal(family)}Request(TypedDict):
    """${family.summary}."""

${members.join('\n')}`;
}

function answerClass(name: string, { properties }: JsonSchema, more: readonly string[]): string {
  const members = Object.entries(properties as Record<string, JsonSchema>).map(
    ([member, schema]) => `    ${member}: ${typeText(schema)}`,
  );
  return `class ${name}(TypedDict):
${[...members, ...more].join('\n')}`;
}

function typeText(schema: JsonSchema): string {
  const { type, enum: values, const: only, oneOf, $ref } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1)!;
  if (Array.isArray(oneOf)) return oneOf.map((each) => typeText(each as JsonSchema)).join(' | ');
  if (only !== undefined) return `Literal[${literal(only)}]`;
  if (Array.isArray(values)) {
    const some = values.filter((value) => value !== null).map(literal);
    return `Literal[${some.join(', ')}]${values.includes(null) ? ' | None' : ''}`;
  }
  if (Array.isArray(type)) return type.map((each: string) => plain[each] ?? 'Any').join(' | ');
  return plain[String(type)] ?? 'Any';
}

const plain: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  object: 'dict[str, Any]',
  null: 'None',
};

/** Each verb once for each family, so that a wrong field is a fault of the type checker. */
function verbsFile(families: readonly Family[]): string {
  const names = families.flatMap((family) =>
    ['Accepted', 'Record', 'Request'].map((kind) => `    ${pascal(family)}${kind},`),
  );
  return `# ${note}: the verbs of every family, typed.
from typing import Literal, overload

from ._async_client import AsyncClient
from ._client import Client
from ._plans import OnProgress
from .models import (
${names.join('\n')}
)

class Afterimage(Client):
    def __enter__(self) -> Afterimage: ...
${verbs(families, 'def')}

class AsyncAfterimage(AsyncClient):
    async def __aenter__(self) -> AsyncAfterimage: ...
${verbs(families, 'async def')}
`;
}

const waiting = 'on_progress: OnProgress | None = ..., timeout: float | None = ...';

function verbs(families: readonly Family[], def: 'def' | 'async def'): string {
  const shapes: ((slug: string, name: string) => string)[] = [
    (slug, name) =>
      `submit(self, family: Literal["${slug}"], body: ${name}Request, *, idempotency_key: str | None = ...) -> ${name}Accepted`,
    (slug, name) => `quote(self, family: Literal["${slug}"], body: ${name}Request) -> dict[str, str]`,
    (slug, name) => `status(self, family: Literal["${slug}"], id: str) -> ${name}Record`,
    (slug, name) => `wait(self, family: Literal["${slug}"], id: str, *, ${waiting}) -> ${name}Record`,
    (slug, name) =>
      `run(self, family: Literal["${slug}"], body: ${name}Request, *, ${waiting}, idempotency_key: str | None = ...) -> ${name}Record`,
    (slug, name) => `cancel(self, family: Literal["${slug}"], id: str) -> ${name}Record`,
  ];
  return shapes
    .flatMap((shape) =>
      families.map((family, index) => {
        // What is inherited takes any family; that each takes its own is the point.
        const narrower = index === 0 ? '  # type: ignore[override]' : '';
        return `    @overload${narrower}\n    ${def} ${shape(family.slug, pascal(family))}: ...`;
      }),
    )
    .join('\n');
}

const pascal = ({ slug }: Family): string =>
  slug.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

const literal = (value: unknown): string => JSON.stringify(value);

function inPython(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${inPython(member)}`);
  return `{${members.join(', ')}}`;
}
