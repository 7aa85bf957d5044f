/** One page of the guide for each family, from what the family says about itself. */
import { type Family, failuresTable, families, formatPrice, statusChecksMax, yesOrNo } from '@afterimage/contract';

type Json = Record<string, unknown>;

interface Examples {
  content: { 'application/json': { examples: Readonly<Record<string, { value: Json }>> } };
}

interface Operation {
  requestBody: Examples;
  responses: { 200: Examples };
}

/** @param openapi the document, whose examples the pages show */
export function familyPages(openapi: unknown): Map<string, Buffer> {
  const { paths } = openapi as { paths: Record<string, { get: Operation; post: Operation }> };
  const pages = families.map((family): [string, Buffer] => {
    const slash = family.documentedWithSlash ? '/' : '';
    const submit = paths[`${family.path}/generate`]!.post;
    const status = paths[`${family.path}/generations/{${family.idName}}${slash}`]!.get;
    return [`docs/guide/${family.slug}.md`, Buffer.from(pageOf(family, submit, status))];
  });
  return new Map(pages);
}

/** The part of `docs/guide/errors.md` about failed generations. */
export function failuresOfAll(): string {
  const all = new Map(families.flatMap(({ failures }) => failures.map((failure) => [failure.code, failure])));
  const rows = [...all.values()].map(({ code, meaning, refunded, repeat }) => {
    const of = families.filter(({ failureCodes }) => failureCodes.includes(code)).map(({ slug }) => slug);
    const where = of.length === families.length ? 'all' : of.join(', ');
    return `| \`${code}\` | ${where} | ${meaning} | ${yesOrNo(refunded)} | ${repeat} |`;
  });
  return ['| Code | Families | Meaning | Refunded | Does a repeat help? |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

function pageOf(family: Family, submit: Operation, status: Operation): string {
  const body = exampleOf(submit.requestBody, 'submit');
  const accepted = exampleOf(submit.responses[200], 'accepted');
  const record = exampleOf(status.responses[200], 'completed');
  const file = family.output === 'video' ? 'video.mp4' : 'picture.jpg';
  const linkName = Object.keys(record).find((name) => /^https?:/.test(String(record[name]))) ?? '';
  const slash = family.documentedWithSlash ? '/' : '';
  return `# ${family.title}

${family.summary}. Submit at \`POST ${family.path}/generate\`, look at \`GET ${family.path}/generations/{${family.idName}}${slash}\`.
In lists, clients and commands its name is \`${family.slug}\`.

## Try it

With \`AFTERIMAGE_URL\` and \`AFTERIMAGE_API_KEY\` set as on [the first page](start.md):

\`\`\`sh
curl -s "$AFTERIMAGE_URL${family.path}/generate" \\
  -H "Authorization: Bearer $AFTERIMAGE_API_KEY" -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'
\`\`\`

\`\`\`ts
import { Afterimage } from '@afterimage/client';

const afterimage = new Afterimage();
const record = await afterimage.run('${family.slug}', ${inCode(body)});
await afterimage.download(record, '${file}');
\`\`\`

\`\`\`python
from afterimage import Afterimage

afterimage = Afterimage()
record = afterimage.run("${family.slug}", ${inPython(body)})
afterimage.download(record, "${file}")
\`\`\`

## What is answered

The submit, at once:

\`\`\`json
${JSON.stringify(accepted, null, 2)}
\`\`\`

The record, once it is completed; \`${linkName}\` is the link to the ${family.output}:

\`\`\`json
${JSON.stringify(record, null, 2)}
\`\`\`

\`status\` goes from \`pending\` through \`processing\` to \`completed\` or \`failed\`; how to wait for that: [Waiting](waiting.md).
${family.lists ? `\n\`GET ${family.path}/generations\` lists them, newest first.\n` : ''}
## Fields

${fieldsTable(family)}

Left out or \`null\`, a field has its default. What the chosen model does not use is named in the answer's
\`Afterimage-Ignored\` header.${ruleSentences(family)}

## Prices

${pricesTable(family)}

These are the defaults, in USD; an operator may change them. \`?quote=true\` tells the price of a request without charging it,
\`max_price\` in the body refuses a dearer one.

## Limits

${limits(family)}

## Failures

A failed record has one of these in its \`${failureField(record)}\` field:

${failuresTable(family.failures)}
`;
}

const exampleOf = ({ content }: Examples, name: string): Json => content['application/json'].examples[name]!.value;

function failureField(record: Json): string {
  if ('error' in record) return 'error.message';
  return 'error_message' in record ? 'error_message' : 'message';
}

function inCode(body: Json): string {
  const entries = Object.entries(body).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`);
  return `{\n${entries.join('\n')}\n}`.replaceAll('"', "'");
}

function inPython(body: Json): string {
  const entries = Object.entries(body).map(([name, value]) => `    "${name}": ${pythonValue(value)},`);
  return `{\n${entries.join('\n')}\n}`;
}

const pythonValue = (value: unknown): string =>
  value === true ? 'True' : value === false ? 'False' : value === null ? 'None' : JSON.stringify(value);

function fieldsTable({ schemas: { request } }: Family): string {
  const required = request['required'] as readonly string[];
  const rows = Object.entries(request['properties'] as Record<string, Json>).map(([name, schema]) => {
    const about = [
      schema['description'] ?? (schema['items'] as Json | undefined)?.['description'] ?? '',
      usually(schema),
    ];
    return `| \`${name}\` | ${takes(schema)} | ${standard(schema, required.includes(name))} | ${inTable(about.filter(Boolean).join(' '))} |`;
  });
  return ['| Field | Takes | Default | |', '|---|---|---|---|', ...rows].join('\n');
}

/** What looks like a tag is shown as it is written. */
const inTable = (text: string): string => text.replace('data:<mime>;base64,<data>', '`$&`').replaceAll('|', '\\|');

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

function takes(schema: Json): string {
  if (Array.isArray(schema['oneOf'])) return (schema['oneOf'] as Json[]).map(takes).join(', or ');
  if (Array.isArray(schema['enum'])) return schema['enum'].map(code).join(', ');
  const [low, high] = [schema['minimum'], schema['maximum']];
  if (schema['type'] === 'array') return `up to ${schema['maxItems']} of them`;
  if (schema['type'] === 'boolean') return '`true`, `false`';
  if (schema['type'] === 'integer') return `a whole number from ${low} to ${high}`;
  if (schema['type'] === 'number') return `a number from ${low} to ${high}`;
  if (schema['x-media'] !== undefined)
    return `an ${(schema['x-media'] as Json)['kind'] === 'image' ? 'image' : 'MP4, MOV or WEBM'}`;
  if (schema['format'] === 'uri') return 'a URL';
  if (String(schema['pattern']).startsWith('^\\d')) return 'an amount, as text';
  return `text, ${schema['minLength']} to ${schema['maxLength']} characters`;
}

const standard = (schema: Json, isRequired: boolean): string =>
  isRequired ? 'required' : schema['default'] === undefined ? '' : code(schema['default']);

const usually = (schema: Json): string =>
  schema['x-usually'] === undefined ? '' : `By default as shown; ${schema['x-usually']}.`;

function ruleSentences({ faultStatus }: Family): string {
  return faultStatus === 422
    ? ' A wrong field is answered with 422, in the shape shown under [Errors](errors.md#beta).'
    : '';
}

function pricesTable({ prices }: Family): string {
  const rows = Object.entries(prices).map(([item, price]) => `| \`${item}\` | ${formatPrice(price)} |`);
  return ['| Item | USD |', '|---|---|', ...rows].join('\n');
}

function limits({ timeLimits, bodyBytesMax, statusLimited, failureCode }: Family): string {
  const times = Object.entries(timeLimits).map(
    ([name, seconds]) => `- ${seconds / 60} minutes for \`${name}\`, then it fails with \`${failureCode('timeout')}\`.`,
  );
  const size = `- A request body of at most ${Math.floor(bodyBytesMax / 1_000_000)} MB.`;
  const checks = statusLimited
    ? [`- ${statusChecksMax} status checks a minute and key; use [waits or events](waiting.md) instead.`]
    : [];
  return [...times, size, ...checks].join('\n');
}
