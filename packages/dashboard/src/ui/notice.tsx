/** A sentence that must not be missed, in its place on the page. */
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

const looks = {
  bad: { icon: CircleAlert, colours: 'bg-bad-soft text-bad' },
  good: { icon: CircleCheck, colours: 'bg-good-soft text-good' },
  neutral: { icon: Info, colours: 'bg-sunken text-muted' },
};

export function Notice({ tone, children }: { tone: keyof typeof looks; children: ReactNode }) {
  const { icon: Icon, colours } = looks[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classes('flex items-start gap-2 rounded-control px-3 py-2.5', colours)}
    >
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
