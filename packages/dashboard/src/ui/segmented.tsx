/** A choice of a few, side by side: radio buttons in a frame. */
import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { classes } from './classes.ts';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  icon?: LucideIcon;
}

export interface SegmentedProps<Value extends string> {
  /** Read out, not shown. */
  label: string;
  choices: readonly Choice<NoInfer<Value>>[];
  value: Value;
  onChange(value: Value): void;
  /** `icons`: the words are only read out. */
  show?: 'words' | 'icons';
  className?: string;
}

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, choices, value, onChange, show = 'words', className } = props;
  const name = useId();
  return (
    <fieldset className={classes('inline-flex rounded-control bg-sunken p-0.5', className)}>
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value: choice, label: word, icon: Icon }) => (
        <label
          key={choice}
          title={show === 'icons' ? word : undefined}
          className={classes(
            'flex min-h-7 flex-1 items-center justify-center gap-1.5 rounded-[6px] px-2.5 text-small font-medium whitespace-nowrap',
            'transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
            choice === value ? 'bg-surface text-ink ring-1 ring-line' : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === value}
            onChange={() => onChange(choice)}
            className="sr-only"
          />
          {Icon && <Icon size={15} aria-hidden />}
          <span className={show === 'icons' ? 'sr-only' : undefined}>{word}</span>
        </label>
      ))}
    </fieldset>
  );
}
