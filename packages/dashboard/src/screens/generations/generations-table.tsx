/** The generations as a table, however many. */
import { useCallback } from 'react';
import type { GenerationSummary } from '../../data/resources.ts';
import { CancelButton } from './cancel-button.tsx';
import { ChooseBox } from './choose-box.tsx';
import { columns, fromExtraLarge, fromLarge } from './columns.ts';
import { GenerationRow } from './generation-row.tsx';
import type { ListProps } from './generations-grid.tsx';
import { groupItems, Windowed } from './windowed.tsx';

const rowPixels = 64;

export function GenerationsTable({ items, search }: ListProps) {
  const rows = useCallback(
    (group: readonly GenerationSummary[]) => (
      <ul>
        {group.map((generation) => (
          <li key={generation.id} className="group/item relative">
            <GenerationRow generation={generation} search={search} />
            <ChooseBox id={generation.id} prompt={generation.prompt} className="top-4.5 left-2" />
            <CancelButton generation={generation} className="top-4.5 right-2" />
          </li>
        ))}
      </ul>
    ),
    [search],
  );
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <div aria-hidden className={`${columns} h-9 border-b border-line text-tiny font-medium text-muted`}>
        <span />
        <span>Prompt</span>
        <span>Status</span>
        <span className={fromExtraLarge}>Family</span>
        <span className={fromExtraLarge}>Key</span>
        <span className={`${fromLarge} text-right`}>Price</span>
        <span className={`${fromLarge} text-right`}>Age</span>
      </div>
      <Windowed items={items} render={rows} guessPixels={groupItems * rowPixels} />
    </div>
  );
}
