/** The generations as a grid of cards, however many. */
import { useCallback } from 'react';
import type { GenerationSummary } from '../../data/resources.ts';
import { CancelButton } from './cancel-button.tsx';
import { ChooseBox } from './choose-box.tsx';
import { GenerationCard } from './generation-card.tsx';
import { groupItems, Windowed } from './windowed.tsx';

/** Two, three, four or six columns: a group of twelve is whole rows in each. */
export const grid = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3 xl:grid-cols-4 min-[112rem]:grid-cols-6';

const cardRowPixels = 340;
const columnsAtMost = 6;

export interface ListProps {
  items: readonly GenerationSummary[];
  search: string;
}

export function GenerationsGrid({ items, search }: ListProps) {
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
  return <Windowed items={items} render={cards} guessPixels={(groupItems / columnsAtMost) * cardRowPixels} />;
}
