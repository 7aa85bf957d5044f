/** Something that is on or off, with its label beside it. */
import type { InputHTMLAttributes, ReactNode } from 'react';
import { classes } from './classes.ts';

export function Checkbox({ label, className, ...rest }: InputHTMLAttributes<HTMLInputElement> & { label: ReactNode }) {
  return (
    <label className={classes('inline-flex min-h-6 items-center gap-2', className)}>
      <input type="checkbox" {...rest} className="size-4 accent-accent" />
      <span>{label}</span>
    </label>
  );
}
