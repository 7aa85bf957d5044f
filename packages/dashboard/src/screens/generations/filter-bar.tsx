/** The gallery's filters, and the switch between grid and table. */
import { LayoutGrid, Rows3, SlidersHorizontal, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useRead } from '../../data/reads.ts';
import { useScope } from '../../data/scope.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { DateRange } from './date-range.tsx';
import type { FilterName, Filters } from './filter-words.ts';
import type { View } from './view.ts';

const typingMilliseconds = 250;
const control =
  'h-9 rounded-control border border-line bg-surface px-2.5 text-ink [field-sizing:content] transition-colors hover:border-edge ' +
  'data-chosen:border-accent-text data-chosen:text-accent-text';
const statusWords = {
  pending: 'Queued',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
const views = [
  { value: 'grid', label: 'Grid', icon: LayoutGrid },
  { value: 'table', label: 'Table', icon: Rows3 },
] as const;

export interface FilterBarProps {
  filters: Filters;
  change(changes: Filters): void;
  clear(): void;
}

export function FilterBar({ filters, change, clear }: FilterBarProps) {
  const families = useRead('listFamilies', {}, { staleSeconds: 300 });
  const keys = useRead('listKeys', {}, { staleSeconds: 60 });
  const { mode } = useScope();
  /** A narrow page shows the search alone until the rest is asked for. */
  const [unfolded, setUnfolded] = useState(false);
  /** A search field that is new after each "Clear" also forgets what was typed and not told yet. */
  const [clears, setClears] = useState(0);
  const set = (name: FilterName) => (event: ChangeEvent<HTMLSelectElement>) => change({ [name]: event.target.value });
  const foldedCount = Object.keys(filters).filter((name) => name !== 'text').length;
  const clearAll = () => {
    setClears(clears + 1);
    clear();
  };
  return (
    <search aria-label="Filter generations" className="flex flex-wrap items-center gap-2">
      <TextFilter key={clears} value={filters.text ?? ''} onChange={(text) => change({ text })} />
      <div className="relative sm:hidden">
        <IconButton
          icon={SlidersHorizontal}
          label={foldedCount > 0 ? `More filters, ${foldedCount} on` : 'More filters'}
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
          className="size-9 border border-line bg-surface"
        />
        {foldedCount > 0 && (
          <span aria-hidden data-filtered className="absolute -top-1 -right-1 size-2.5 rounded-full bg-accent" />
        )}
      </div>
      <div className={classes('w-full grid-cols-2 gap-2 sm:contents', unfolded ? 'grid' : 'hidden')}>
        <Choice
          label="Family"
          value={filters.family}
          onChange={set('family')}
          options={(families.data ?? []).map(({ slug }) => [slug, slug])}
        />
        <Choice label="Status" value={filters.status} onChange={set('status')} options={Object.entries(statusWords)} />
        <Choice
          label="Key"
          className="col-span-2"
          value={filters.key}
          onChange={set('key')}
          options={(keys.data ?? []).filter((key) => key.mode === mode).map(({ id, name }) => [id, name])}
        />
        <DateRange
          span={{ from: filters.from, to: filters.to }}
          onChange={({ from, to }) => change({ from, to })}
          className={control}
        />
        {Object.keys(filters).length > 0 && (
          <Button look="quiet" icon={X} onClick={clearAll}>
            Clear
          </Button>
        )}
      </div>
    </search>
  );
}

export function ViewSwitch({ view, setView }: { view: View; setView(view: View): void }) {
  return <Segmented label="View" choices={views} value={view} onChange={setView} show="icons" />;
}

/** The address follows the typing with a short delay: each letter would ask the service. */
function TextFilter({ value, onChange }: { value: string; onChange(text: string): void }) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(value);
  useEffect(() => {
    // A change that did not come from typing here: a link, or "Clear".
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tell = (next: string, milliseconds: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      told.current = next;
      onChange(next);
    }, milliseconds);
  };
  return (
    <SearchInput
      label="Search prompts and ids"
      value={text}
      onChange={(event) => tell(event.target.value, typingMilliseconds)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        if (text === '') event.currentTarget.blur();
        else tell('', 0);
      }}
      className="min-w-0 flex-1 sm:max-w-64 sm:min-w-52"
    />
  );
}

interface ChoiceProps {
  label: string;
  className?: string;
  value: string | undefined;
  onChange(event: ChangeEvent<HTMLSelectElement>): void;
  options: (readonly [string, string])[];
}

function Choice({ label, className, value = '', onChange, options }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={onChange}
      data-chosen={value === '' ? undefined : true}
      className={classes(control, 'min-w-0 sm:max-w-40', className)}
    >
      <option value="">{label}</option>
      {options.map(([option, word]) => (
        <option key={option} value={option}>
          {word}
        </option>
      ))}
      {/* What the address says must be shown, also before the choices are there. */}
      {value !== '' && !options.some(([option]) => option === value) && <option value={value}>{value}</option>}
    </select>
  );
}
