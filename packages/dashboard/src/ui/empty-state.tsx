/** A screen without content yet: says what will be here and gives the next step. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children, actions }: EmptyStateProps) {
  return (
    <section className="flex flex-col items-center gap-3 rounded-card border border-dashed border-line px-4 py-16 text-center">
      <span className="flex size-12 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon size={22} aria-hidden />
      </span>
      <h2 className="text-large font-semibold">{title}</h2>
      {children !== undefined && <div className="w-full max-w-xl text-muted">{children}</div>}
      {actions !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
    </section>
  );
}
