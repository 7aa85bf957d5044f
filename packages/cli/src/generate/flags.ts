/** A family's fields as flags of the command, made from the schemas that the contract gives; nothing is restated here. */
import type { Family, JsonSchema } from '@afterimage/contract';
import { Option } from 'commander';

/** A field of the request, and the options that set it. */
export interface Flag {
  field: string;
  schema: JsonSchema;
  /** Two for a boolean: `--x` and `--no-x`. */
  options: readonly Option[];
  /** Under which commander keeps what was given. */
  key: string;
}

export function flagsOf(family: Family): Flag[] {
  const { properties, required } = family.schemas.request as {
    properties: Readonly<Record<string, JsonSchema>>;
    required: readonly string[];
  };
  return Object.entries(properties).map(([field, schema]) => {
    const options =
      schema['type'] === 'boolean'
        ? switchOptions(field, schema)
        : [valueOption({ family, field, schema, isRequired: required.includes(field) })];
    return { field, schema, options, key: options[0]!.attributeName() };
  });
}

export const flagName = (field: string): string => `--${field.replaceAll('_', '-')}`;

function switchOptions(field: string, schema: JsonSchema): Option[] {
  const name = flagName(field);
  return [new Option(name, descriptionOf(schema)), new Option(name.replace(/^--/, '--no-'), 'the opposite')];
}

function valueOption(given: { family: Family; field: string; schema: JsonSchema; isRequired: boolean }): Option {
  const { family, field, schema, isRequired } = given;
  const description = isRequired ? `${descriptionOf(schema)} (required)` : descriptionOf(schema);
  const option = new Option(`${flagName(field)} <${placeholderOf(family, field, schema)}>`, description);
  if (Array.isArray(schema['enum'])) option.choices(schema['enum'].map(String));
  if (schema['type'] === 'array') option.argParser((value, before: string[] = []) => [...before, value]);
  // The prompt may also stand without a flag.
  return option.makeOptionMandatory(isRequired && field !== 'prompt');
}

function placeholderOf(family: Family, field: string, schema: JsonSchema): string {
  if (family.mediaFields.has(field)) return 'url or file';
  if (Array.isArray(schema['enum'])) return 'choice';
  return schema['type'] === 'integer' || schema['type'] === 'number' ? 'number' : 'text';
}

/** Defaults are told and not set: the service fills them in, and a field left out may mean more than its default. */
function descriptionOf(schema: JsonSchema): string {
  const items = schema['items'] as JsonSchema | undefined;
  const told = schema['description'] ?? items?.['description'] ?? '';
  const repeated = items === undefined ? '' : `Up to ${schema['maxItems']} times.`;
  const standard = 'default' in schema ? `(default: ${schema['default']})` : '';
  return [told, repeated, standard].filter((part) => part !== '').join(' ');
}
