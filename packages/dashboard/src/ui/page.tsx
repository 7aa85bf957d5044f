/** The frame of a screen: its one h1, what can be done on it, its content. */
import { type ReactNode, useEffect } from 'react';

export interface PageProps {
  title: string;
  /** One sentence under the title, where the title does not say enough. */
  about?: ReactNode;
  actions?: ReactNode;
  /** `full`: as wide as the window; `text`: as wide as is good to read. */
  width?: 'full' | 'broad' | 'wide' | 'text';
  children: ReactNode;
}

/** All begin at the same left edge, so that headings stay where they are from screen to screen. */
const widths = { full: '', broad: 'max-w-[1680px]', wide: 'max-w-6xl', text: 'max-w-3xl' };

export function Page({ title, about, actions, width = 'wide', children }: PageProps) {
  usePageTitle(title);
  return (
    <div className={`flex w-full flex-col gap-6 px-4 py-6 sm:px-8 ${widths[width]}`}>
      <header
        className={`flex flex-wrap justify-between gap-x-6 gap-y-3 ${about === undefined ? 'items-center' : 'items-start'}`}
      >
        {/* A sentence needs room beside the buttons, or goes above them. */}
        <div className={`flex flex-1 flex-col gap-1 ${about === undefined ? '' : 'min-w-64'}`}>
          <h1 className="text-title font-semibold tracking-tight">{title}</h1>
          {about !== undefined && <p className="max-w-2xl text-muted">{about}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Afterimage`;
  }, [title]);
}

/** A part of a screen with a heading of its own. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-large font-semibold">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A plain framed area. */
export function Card({ children, className = 'p-4' }: { children: ReactNode; className?: string }) {
  return <div className={`rounded-card border border-line bg-surface ${className}`}>{children}</div>;
}
