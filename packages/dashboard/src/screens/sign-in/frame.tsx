/** The frame of every step of signing in: the name above, one card, one h1. */
import type { ReactNode } from 'react';
import { Wordmark } from '../../shell/wordmark.tsx';
import { usePageTitle } from '../../ui/page.tsx';

export function Frame({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <main className="flex min-h-dvh flex-col items-center gap-8 px-4 pt-[12dvh] pb-10">
      <Wordmark />
      <div className="flex w-full max-w-sm flex-col gap-5 rounded-card border border-line bg-surface p-6">
        <header className="flex flex-col gap-1">
          <h1 className="text-title font-semibold tracking-tight">{title}</h1>
          {about !== undefined && <p className="break-words text-muted">{about}</p>}
        </header>
        {children}
      </div>
    </main>
  );
}
