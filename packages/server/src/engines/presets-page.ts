/** The presets as tables for the vendors' pages, so that these cannot lag behind them. */
import type { Steps } from './fit.ts';
import { allPresets, type PresetModel } from './presets.ts';

const code = (text: string) => `\`${text}\``;
const list = (values: readonly string[] | undefined) => values?.join(', ') ?? 'any';

function lengthsOf(steps: Steps | undefined, row: PresetModel): string {
  if (row.tasks.every((task) => task.endsWith('2i'))) return '';
  if (steps === undefined) return 'any';
  return 'min' in steps ? `${steps.min} to ${steps.max} s` : `${steps.join(', ')} s`;
}

/** Of the newest preset of a vendor. */
export function presetTable(vendor: string): string {
  const preset = allPresets().find((one) => one.vendor === vendor);
  if (preset === undefined) throw new Error(`There is no preset of ${vendor}.`);
  const rows = preset.models.map((row) => [
    row.for === undefined ? 'a route that names it' : code(row.for),
    code(row.model) + (row.dialect === undefined ? '' : ` (${row.dialect})`),
    row.tasks.join(', '),
    lengthsOf(row.seconds, row),
    list(row.aspects),
    list(row.resolutions),
    row.takes?.join(', ') ?? '',
  ]);
  const head = ['For', "Vendor's model", 'Tasks', 'Lengths', 'Shapes', 'Sizes', 'Also takes'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `Preset \`${preset.name}\`, true on ${preset.date}.\n\n${lines.join('\n')}`;
}
