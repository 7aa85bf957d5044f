/** Failure codes in the OpenAPI document: an enumeration for each family, and the places in its answers that hold one. */
import { failureCode, failureObject } from '../answers.ts';
import { failuresTable, yesOrNo } from '../failures.ts';
import type { Family } from '../family.ts';
import type { JsonSchema } from '../fields.ts';

type Json = Record<string, unknown>;

export function failureCodeSchema({ slug, failures, failureCodes }: Family): Json {
  const said = failures.map(({ code, meaning, refunded, repeat }) => [
    code,
    `${meaning} Refunded: ${yesOrNo(refunded)}. Does a repeat help? ${repeat}.`,
  ]);
  return {
    type: 'string',
    enum: failureCodes,
    description: `Why a generation of ${slug} failed. An operator may change which are refunded.\n\n${failuresTable(failures)}`,
    'x-enumDescriptions': Object.fromEntries(said),
  };
}

/** The answer as it is, with `code` where it tells a failure. */
export function withFailureCode(answer: JsonSchema, code: JsonSchema): Json {
  const properties = Object.entries(answer['properties'] as Record<string, JsonSchema>).map(([name, schema]) => {
    if (schema === failureCode.schema) {
      return [name, { oneOf: [code, { type: 'null' }], description: schema['description'] }];
    }
    return [name, schema === failureObject.schema ? objectWith(code) : schema];
  });
  return { ...answer, properties: Object.fromEntries(properties) };
}

function objectWith(code: JsonSchema): Json {
  const { schema } = failureObject;
  return { ...schema, properties: { ...(schema['properties'] as Json), message: code } };
}
