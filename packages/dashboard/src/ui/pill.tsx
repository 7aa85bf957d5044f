/** A small coloured word with its icon; the colour alone never says it. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type Tone = 'neutral' | 'accent' | 'good' | 'bad' | 'warn';

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-text',
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  warn: 'bg-warn-soft text-warn',
};

export function Pill({
  tone = 'neutral',
  icon: Icon,
  children,
}: {
  tone?: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}) {
  return (
    <span
      className={classes(
        'inline-flex h-6 items-center gap-1.5 rounded-full px-2.5 text-tiny font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {Icon && <Icon size={14} aria-hidden className="shrink-0" />}
      {children}
    </span>
  );
}
