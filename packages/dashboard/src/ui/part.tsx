/** A titled part of a sheet, and the pairs of name and value that most parts are made of. */
import type { ReactNode } from 'react';

export function Part({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2 className="text-small font-semibold text-muted">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

export function Pairs({ children }: { children: ReactNode }) {
  return (
    <dl className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">{children}</dl>
  );
}

export function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-3 sm:grid-cols-[11rem_minmax(0,1fr)] px-4 py-2">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
