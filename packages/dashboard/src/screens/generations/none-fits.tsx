/** The gallery whose filters take none of its generations. */
import { SearchX, X } from 'lucide-react';
import { useRead } from '../../data/reads.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Filters } from './filter-words.ts';
import { noneFitsWords } from './none-fits-words.ts';

export function NoneFits({ filters, clear }: { filters: Filters; clear(): void }) {
  const keys = useRead('listKeys', {}, { staleSeconds: 60 });
  const keyName = keys.data?.find(({ id }) => id === filters.key)?.name;
  return (
    <EmptyState
      icon={SearchX}
      title={noneFitsWords(filters, keyName)}
      actions={
        <Button icon={X} onClick={clear}>
          Clear filters
        </Button>
      }
    />
  );
}
