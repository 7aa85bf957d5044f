/** Ctrl-K or ⌘K: every screen, action and generation from one field, by keyboard alone. */
import { useQuery } from '@tanstack/react-query';
import { CornerDownLeft, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { generationLink } from '../data/addresses.ts';
import { api } from '../data/api.ts';
import type { GenerationSummary } from '../data/resources.ts';
import { useScope } from '../data/scope.ts';
import { usePerson } from '../data/session.ts';
import { Poster } from '../screens/generations/poster.tsx';
import { StatusPill } from '../screens/generations/status-pill.tsx';
import { Age } from '../ui/age.tsx';
import { classes } from '../ui/classes.ts';
import { useModal } from '../ui/dialog.tsx';
import { matching, useActionEntries, useScreenEntries } from './palette-entries.ts';

const generationsShown = 6;
/** While somebody types, the service is not asked for every letter. */
const pauseMilliseconds = 150;

/** A line that can be chosen. */
interface Line {
  id: string;
  content: ReactNode;
  run(): void;
}

export function Palette({ onClose, showShortcuts }: { onClose(): void; showShortcuts(): void }) {
  const base = useId();
  const modal = useModal({ onClose, dismissal: 'easy' });
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const found = useGenerations(typed);
  const groups = [
    { name: 'Actions', lines: matching(useActionEntries(showShortcuts), typed).map(lineOf) },
    { name: 'Screens', lines: matching(useScreenEntries(), typed).map(lineOf) },
    { name: 'Generations', lines: found.lines },
  ].filter(({ lines }) => lines.length > 0);
  const lines = groups.flatMap((group) => group.lines);
  const at = Math.min(active, lines.length - 1);
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another line is the active one
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const run = (line: Line | undefined) => {
    if (line === undefined) return;
    onClose();
    line.run();
  };
  const press = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
      event.preventDefault();
      return onClose();
    }
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
    if (next === undefined || lines.length === 0) return;
    event.preventDefault();
    const single = event.key.startsWith('Arrow');
    setActive(single ? (next + lines.length) % lines.length : Math.max(0, Math.min(next, lines.length - 1)));
  };
  const isNone = lines.length === 0 && !found.isPending;
  return (
    <dialog
      {...modal}
      aria-label="Search and commands"
      className="mx-auto mt-[12dvh] mb-auto w-[calc(100vw-2rem)] max-w-xl animate-[appear_140ms_var(--ease-calm)] overflow-hidden rounded-card border border-line bg-surface p-0 text-ink"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(lines[at]);
        }}
        className="flex items-center gap-3 border-b border-line px-4"
      >
        <Search size={17} aria-hidden className="shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label="Search screens, actions and generations"
          aria-expanded={lines.length > 0}
          aria-controls={`${base}-list`}
          aria-activedescendant={lines[at] && `${base}-${at}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Screens, actions, words of a prompt, an id"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={press}
          className="h-12 min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
        />
      </form>
      <div
        ref={list}
        id={`${base}-list`}
        role="listbox"
        aria-label="What fits"
        className="max-h-[min(26rem,60dvh)] overflow-y-auto p-2"
      >
        {groups.map(({ name, lines: members }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a list to choose from
          <div key={name} role="group" aria-label={name} className="pb-1">
            <div aria-hidden className="px-3 pt-2 pb-1 text-tiny font-medium text-muted">
              {name}
            </div>
            {members.map((line) => {
              const index = lines.indexOf(line);
              return (
                // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the active line
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
                <div
                  key={line.id}
                  id={`${base}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  onMouseMove={() => setActive(index)}
                  onClick={() => run(line)}
                  className={classes(
                    'flex min-h-10 cursor-default items-center gap-3 rounded-control px-3',
                    index === at && 'bg-accent-soft text-accent-text',
                  )}
                >
                  {line.content}
                  {index === at && <CornerDownLeft size={14} aria-hidden className="shrink-0" />}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className={isNone ? 'px-5 pb-5 text-muted' : 'sr-only'}>
        {isNone ? `Nothing fits “${typed}”` : `${lines.length} to choose from`}
      </p>
    </dialog>
  );
}

function lineOf({ id, name, icon: Icon, run }: ReturnType<typeof matching>[number]): Line {
  const content = (
    <>
      <Icon size={17} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
    </>
  );
  return { id, content, run };
}

/** By words of the prompt or the beginning of the id, as the gallery searches. */
function useGenerations(typed: string): { lines: Line[]; isPending: boolean } {
  const [, navigate] = useLocation();
  const { membership } = usePerson();
  const text = useLater(typed.trim());
  const enabled = text !== '' && membership !== undefined;
  const { account, mode } = useScope();
  const query = { mode, ...(account !== undefined && { account }), text, limit: generationsShown };
  const found = useQuery({
    queryKey: ['palette', query],
    queryFn: ({ signal }) => api.listGenerations({ query, signal }),
    enabled,
    // Whoever types on and presses Enter means what was there to choose a moment ago.
    placeholderData: (before) => before,
  });
  const isAnswer = text === typed.trim() && !found.isPlaceholderData;
  const items = enabled ? (found.data?.items ?? []) : [];
  const lines = items
    .filter((generation) => isAnswer || stillFits(generation, typed))
    .map((generation) => ({
      id: generation.id,
      content: <GenerationLine generation={generation} />,
      run: () => navigate(generationLink(generation.id)),
    }));
  return { lines, isPending: text !== typed.trim() || (enabled && found.isPending) };
}

/** Of what was found for less: until the service has answered, nothing is shown that it would not find. */
function stillFits({ id, prompt }: GenerationSummary, typed: string): boolean {
  const text = typed.trim().toLowerCase();
  return id.startsWith(text) || prompt.toLowerCase().includes(text);
}

function GenerationLine({ generation }: { generation: GenerationSummary }) {
  const { prompt, family, created_at } = generation;
  return (
    <>
      <Poster generation={generation} className="my-1 size-9 shrink-0 rounded-[6px]" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate">
          {prompt}
        </span>
        <span className="block truncate text-tiny text-muted">
          {family} · <Age time={created_at} />
        </span>
      </span>
      <StatusPill generation={generation} />
    </>
  );
}

function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
