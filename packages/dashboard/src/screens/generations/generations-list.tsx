/** The generations themselves, as grid or table, however many. */
import { useCallback } from 'react';
import type { GenerationSummary } from '../../data/resources.ts';
import { CancelButton } from './cancel-button.tsx';
import { ChooseBox } from './choose-box.tsx';
import { GenerationCard } from './generation-card.tsx';
import { columns, fromExtraLarge, fromLarge, GenerationRow } from './generation-row.tsx';
import type { View } from './view.ts';
import { Windowed } from './windowed.tsx';

/** Two, three, four or six columns: a group of twelve is whole rows in each. */
export const grid = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3 xl:grid-cols-4 min-[112rem]:grid-cols-6';
/** Small enough to be drawn within a frame or two while one scrolls. */
const groupItems = 12;

const cardRowPixels = 340;
const tableRowPixels = 64;
const columnsAtMost = 6;

export function GenerationsList({
  items,
  search,
  view,
}: {
  items: readonly GenerationSummary[];
  search: string;
  view: View;
}) {
  const cards = useCallback(
    (group: readonly GenerationSummary[]) => (
      <ul className={`${grid} pb-3 sm:pb-4`}>
        {group.map((generation) => (
          <li key={generation.id} className="group/item relative min-w-0">
            <GenerationCard generation={generation} search={search} />
            <ChooseBox id={generation.id} prompt={generation.prompt} className="top-2 left-2" />
            <CancelButton generation={generation} className="top-2 right-2" />
          </li>
        ))}
      </ul>
    ),
    [search],
  );
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
  if (view === 'grid') {
    const guess = (groupItems / columnsAtMost) * cardRowPixels;
    return <Windowed items={items} groupItems={groupItems} render={cards} guessPixels={guess} />;
  }
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
      <Windowed items={items} groupItems={groupItems} render={rows} guessPixels={groupItems * tableRowPixels} />
    </div>
  );
}
