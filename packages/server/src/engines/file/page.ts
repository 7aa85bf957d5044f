/** The keys of the operator's file as tables for the guide, so that it cannot lag behind them. */
import { type Key, sections } from './schema.ts';

export function enginesFileTables(): string {
  return sections.map(({ title, keys }) => `### \`${title}\`\n\n${table(keys)}`).join('\n\n');
}

function table(keys: Readonly<Record<string, Key>>): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = Object.entries(keys).map(([name, key]) => {
    const cells = [
      `\`${name}\``,
      key.meaning,
      key.value.form,
      key.otherwise ?? 'must be written',
      key.kinds?.join(', ') ?? 'all',
    ];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
  return ['| Key | Meaning | Form | Without it | Kinds |', '|---|---|---|---|---|', ...rows].join('\n');
}
