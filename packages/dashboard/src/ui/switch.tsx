/** Something that is on or off, and changes at once. */
import { classes } from './classes.ts';

export interface SwitchProps {
  /** What it switches, for those who do not see what stands beside it. */
  label: string;
  on: boolean;
  disabled?: boolean;
  onFlip(): void;
}

export function Switch({ label, on, disabled = false, onFlip }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      disabled={disabled}
      onClick={onFlip}
      className={classes(
        'relative inline-flex h-6 w-10 shrink-0 items-center rounded-full border transition-colors disabled:opacity-55',
        on ? 'border-accent bg-accent' : 'border-edge bg-sunken hover:bg-hover',
      )}
    >
      <span
        className={classes(
          'size-4 rounded-full transition-transform duration-150',
          on ? 'translate-x-[1.1875rem] bg-on-accent' : 'translate-x-[0.1875rem] bg-edge',
        )}
      />
    </button>
  );
}
