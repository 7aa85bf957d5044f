/** Presets, and a calendar on which two clicks make a span. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { dayOfText, dayText, textOfDay } from '../../ui/dates.ts';
import { presetsOf, type Span } from './date-presets.ts';

interface DateRangePanelProps {
  span: Span;
  onChange(span: Span): void;
  onDone(): void;
}

export function DateRangePanel({ span, onChange, onDone }: DateRangePanelProps) {
  const today = new Date();
  const choose = (next: Span) => {
    onChange(next);
    onDone();
  };
  return (
    <div
      ref={useInsideWindow()}
      role="dialog"
      aria-label="Dates"
      className="absolute top-full left-0 z-30 mt-1 flex w-max max-w-[calc(100vw-2rem)] flex-col gap-3 rounded-card border border-line bg-surface p-3 sm:flex-row"
    >
      <ul className="flex flex-wrap gap-1 sm:w-32 sm:flex-col">
        {presetsOf(today).map(({ name, span: preset }) => {
          const isChosen = preset.from === span.from && preset.to === span.to;
          return (
            <li key={name}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => choose(preset)}
                className="min-h-8 w-full rounded-control px-2 text-left whitespace-nowrap hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
              >
                {name}
              </button>
            </li>
          );
        })}
      </ul>
      <Calendar span={span} today={today} onSpan={choose} />
    </div>
  );
}

/** It begins under its button, unless its end would be outside of the window. */
function useInsideWindow() {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (panel.current === null) return;
    const beyond = panel.current.getBoundingClientRect().right + marginPixels - document.documentElement.clientWidth;
    if (beyond > 0) panel.current.style.left = `${-beyond}px`;
  }, []);
  return panel;
}

const marginPixels = 16;
const monthName = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });
const weekdayName = new Intl.DateTimeFormat(undefined, { weekday: 'narrow' });
/** Which day a week begins with where the reader lives, from 1, a Monday, to 7; Firefox does not say, and gets a Monday. */
const locale = new Intl.Locale(navigator.language) as Intl.Locale & { getWeekInfo?(): { firstDay: number } };
const firstWeekday = locale.getWeekInfo?.().firstDay ?? 1;
/** 2024 began with a Monday. */
const dayNames = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
  day,
  name: weekdayName.format(new Date(2024, 0, firstWeekday + day)),
}));

function Calendar({ span, today, onSpan }: { span: Span; today: Date; onSpan(span: Span): void }) {
  const [month, setMonth] = useState(() => {
    const shown = span.to === undefined ? today : dayOfText(span.to);
    return new Date(shown.getFullYear(), shown.getMonth(), 1);
  });
  const [begun, setBegun] = useState<string | null>(null);
  const move = (months: number) => setMonth(new Date(month.getFullYear(), month.getMonth() + months, 1));
  const pick = (day: string) => {
    if (begun === null) setBegun(day);
    else onSpan(begun < day ? { from: begun, to: day } : { from: day, to: begun });
  };
  const { from, to } = begun === null ? span : { from: begun, to: begun };
  const isInside = (day: string) =>
    (from !== undefined || to !== undefined) && (from ?? '') <= day && day <= (to ?? '9999');
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between">
        <IconButton icon={ChevronLeft} label="The month before" onClick={() => move(-1)} />
        <span aria-live="polite" className="font-medium">
          {monthName.format(month)}
        </span>
        <IconButton icon={ChevronRight} label="The month after" onClick={() => move(1)} />
      </div>
      <div className="grid grid-cols-7 text-center text-tiny text-muted" aria-hidden>
        {dayNames.map(({ day, name }) => (
          <span key={day}>{name}</span>
        ))}
      </div>
      <div className="grid grid-cols-7 gap-0.5">
        {daysOf(month).map((day) => {
          const text = textOfDay(day);
          return (
            <button
              key={text}
              type="button"
              disabled={day > today}
              aria-pressed={isInside(text)}
              aria-label={dayText(day)}
              aria-current={text === textOfDay(today) ? 'date' : undefined}
              style={{ gridColumnStart: day.getDate() === 1 ? ((day.getDay() + 7 - firstWeekday) % 7) + 1 : undefined }}
              onClick={() => pick(text)}
              className={classes(
                'size-8 rounded-control text-small transition-colors hover:bg-hover disabled:text-muted disabled:opacity-55',
                'aria-pressed:bg-accent aria-pressed:text-on-accent aria-[current=date]:font-bold',
              )}
            >
              {day.getDate()}
            </button>
          );
        })}
      </div>
      <p className="h-4 text-tiny text-muted">{begun === null ? 'Choose the first day' : 'Choose the last day'}</p>
    </div>
  );
}

function daysOf(month: Date): Date[] {
  const count = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
  return Array.from({ length: count }, (_, at) => new Date(month.getFullYear(), month.getMonth(), at + 1));
}
