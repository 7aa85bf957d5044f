/** Every field that was used, defaults included, and the seed that makes it repeatable. */

import type { Generation } from '../../data/resources.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { Pair, Pairs, Part } from '../../ui/part.tsx';

/** Shown elsewhere in the sheet. */
const elsewhere = new Set(['prompt', 'callback_url', 'seed', 'model']);

export function Parameters({ generation: { fields, seed, model } }: { generation: Generation }) {
  const shown = Object.entries(fields).filter(([name]) => !elsewhere.has(name));
  return (
    <Part title="Parameters">
      <Pairs>
        <Pair name="model">{model}</Pair>
        {shown.map(([name, value]) => (
          <Pair key={name} name={name}>
            {typeof value === 'object' ? JSON.stringify(value) : String(value)}
          </Pair>
        ))}
        <Pair name="seed">
          <CopyText text={String(seed)} shown={String(seed)} className="-ml-1" />
        </Pair>
      </Pairs>
    </Part>
  );
}
