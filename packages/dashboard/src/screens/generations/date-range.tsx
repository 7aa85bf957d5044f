/** One control for a span of days: what is chosen, and behind it presets and a calendar. */
import { CalendarDays } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { pageFile } from '../../data/page-file.ts';
import { classes } from '../../ui/classes.ts';
import { type Span, spanText } from './date-presets.ts';

const DateRangePanel = pageFile(async () => (await import('./date-range-panel.tsx')).DateRangePanel);

interface DateRangeProps {
  span: Span;
  onChange(span: Span): void;
  className: string;
}

export function DateRange({ span, onChange, className }: DateRangeProps) {
  const [open, setOpen] = useState(false);
  const control = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !control.current?.contains(target)) setOpen(false);
    };
    window.addEventListener('pointerdown', leave);
    window.addEventListener('focusin', leave);
    return () => {
      window.removeEventListener('pointerdown', leave);
      window.removeEventListener('focusin', leave);
    };
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const isChosen = span.from !== undefined || span.to !== undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from wherever the focus is inside
    <div
      ref={control}
      className="relative col-span-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        data-chosen={isChosen || undefined}
        onPointerEnter={DateRangePanel.fetch}
        onClick={() => setOpen(!open)}
        className={classes(className, 'flex w-full items-center gap-2 whitespace-nowrap')}
      >
        <CalendarDays size={15} aria-hidden />
        <span className="sr-only">Dates: </span>
        {spanText(span, new Date())}
      </button>
      {open && <DateRangePanel span={span} onChange={onChange} onDone={close} />}
    </div>
  );
}
