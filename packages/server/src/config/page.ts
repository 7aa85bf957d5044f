/** docs/configuration.md, written from the tables of settings and the families, so that it cannot lag behind. */
import { families, formatPrice } from '@afterimage/contract';
import { defaultRefundTable } from './family-tables.ts';
import type { Machine, Setting } from './setting.ts';
import { callerVariables, fileKeys, variables } from './table.ts';

/** The page is the same on every machine: what depends on one is said in words. */
const anyMachine: Machine = { checkoutFolder: '', workingFolder: '', cores: 1 };

export function configurationPage(): string {
  return `${[
    '# Configuration',
    'Afterimage runs without any. This page is derived from the code (`npm run derive`).\n' +
      '`afterimage config` prints what is in force and where each value came from. A wrong setting stops the start,\n' +
      'with every fault listed, and so does a variable that begins with `AFTERIMAGE_` and is not on this page. An empty\n' +
      'variable counts as not set.',
    '## Environment',
    settingsTable(Object.values(variables)),
    'What holds a secret may stand in a file instead, which a variable of the same name with `_FILE` at its end names:\n' +
      `${secretNames.map((name) => `\`${name}_FILE\``).join(', ')}. Both at once is a fault.`,
    "Node's own `NODE_EXTRA_CA_CERTS` reaches every process that sends webhooks or fetches media.",
    `Commands that call the service go by \`${callerVariables.url}\` and \`${callerVariables.apiKey}\`, which the service itself skips, else by what \`afterimage login\` kept.`,
    '## Settings file',
    'YAML. Every key is optional.',
    settingsTable(Object.values(fileKeys)),
    `\`\`\`yaml\n${exampleFile}\n\`\`\``,
    '### Price items and their defaults',
    pricesTable(),
    '### Time limits and their defaults',
    timeLimitsTable(),
    '### Failure codes, and which give the price back by default',
    refundsTable(),
  ].join('\n\n')}\n`;
}

const secretNames = [
  ...Object.values(variables)
    .filter(({ kind }) => kind.isSecret)
    .map(({ name }) => name),
  callerVariables.apiKey,
];

const exampleFile = `prices:
  alpha:
    alpha_2.6/5s: 0.30
refunds:
  CONTENT_POLICY_VIOLATION: true
  gamma:
    UNSAFE_CONTENT: true
time_limits:
  beta: 900
  alpha-motion: 1800
rate_limits:
  submit: 120
  o3_status: 300
link_hours: 12
media_days: 30
concurrency: 4`;

function markdownTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function settingsTable(settings: readonly Setting<unknown>[]): string {
  return markdownTable(
    ['Name', 'Meaning', 'Form', 'Default'],
    settings.map((setting) => [
      `\`${setting.name}\``,
      setting.meaning,
      setting.kind.form,
      setting.defaultSaid ?? `\`${setting.kind.show(setting.default({ machine: anyMachine, families }))}\``,
    ]),
  );
}

function pricesTable(): string {
  const rows = families.flatMap(({ slug, prices }) =>
    Object.entries(prices).map(([item, price]) => [`\`${slug}\``, `\`${item}\``, formatPrice(price)]),
  );
  return markdownTable(['Family', 'Item', 'USD'], rows);
}

function timeLimitsTable(): string {
  const rows = families.flatMap(({ timeLimits }) =>
    Object.entries(timeLimits).map(([name, seconds]) => [`\`${name}\``, String(seconds)]),
  );
  return markdownTable(['Family or variant', 'Seconds'], rows);
}

function refundsTable(): string {
  const rows = Object.entries(defaultRefundTable(families)).map(([slug, codes]) => {
    const named = (refunded: boolean) =>
      Object.keys(codes)
        .filter((code) => codes[code] === refunded)
        .map((code) => `\`${code}\``)
        .join(', ');
    return [`\`${slug}\``, named(true), named(false)];
  });
  return markdownTable(['Family', 'Given back', 'Kept'], rows);
}
