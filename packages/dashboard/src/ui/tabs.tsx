/** Tabs over panels, with the arrow keys of the pattern. */
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { classes } from './classes.ts';

export interface Tab {
  id: string;
  label: string;
  content: ReactNode;
}

export interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** Where something else remembers which one is open, such as the address. */
  open?: { id: string | null; onChoose(id: string): void };
}

export function Tabs({ label, tabs, open }: TabsProps) {
  const base = useId();
  const [own, setOwn] = useState(tabs[0]?.id);
  const chosen = open === undefined ? own : open.id;
  const setChosen = open?.onChoose ?? setOwn;
  const current = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || current === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length]!;
    setChosen(next.id);
    document.getElementById(`${base}-${next.id}`)?.focus();
  };
  return (
    <div className="flex flex-col gap-3">
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-1 overflow-x-auto border-b border-line p-1"
      >
        {tabs.map(({ id, label: name }) => (
          <button
            key={id}
            id={`${base}-${id}`}
            type="button"
            role="tab"
            aria-selected={id === current?.id}
            aria-controls={`${base}-panel`}
            tabIndex={id === current?.id ? 0 : -1}
            onClick={() => setChosen(id)}
            className={classes(
              'min-h-8 rounded-control px-3 font-medium whitespace-nowrap transition-colors',
              id === current?.id ? 'bg-accent-soft text-accent-text' : 'text-muted hover:bg-hover hover:text-ink',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${current?.id}`}>
        {current?.content}
      </div>
    </div>
  );
}
