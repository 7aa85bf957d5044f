/** Every field that was used, defaults included, as the forms call them, and the seed that makes it repeatable. */
import type { Generation } from '../../data/resources.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { Pair, Pairs, Part } from '../../ui/part.tsx';
import { fieldLabel, optionWords } from '../playground/words.ts';

function valueWords(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'string' || typeof value === 'number' ? optionWords(name, value) : String(value);
}

/** Shown elsewhere in the sheet. */
const elsewhere = new Set(['prompt', 'callback_url', 'seed', 'model']);

export function Parameters({ generation: { fields, seed, model } }: { generation: Generation }) {
  const shown = Object.entries(fields).filter(([name]) => !elsewhere.has(name));
  return (
    <Part title="Parameters">
      <Pairs>
        <Pair name="Model">{model}</Pair>
        {shown.map(([name, value]) => (
          <Pair key={name} name={fieldLabel(name)}>
            {valueWords(name, value)}
          </Pair>
        ))}
        <Pair name="Seed">
          <CopyText text={String(seed)} shown={String(seed)} className="-ml-1" />
        </Pair>
      </Pairs>
    </Part>
  );
}
