/** A table that scrolls sideways inside its frame when the page is narrow. */
import type { HTMLAttributes, ReactNode, TdHTMLAttributes, ThHTMLAttributes } from 'react';
import { classes } from './classes.ts';

export function Table({ label, head, children }: { label: string; head: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would announce every table as a landmark of the page
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      // Relative: words for screen readers stand absolutely, and would widen the page from a column out of sight.
      className="relative overflow-x-auto rounded-card border border-line bg-surface"
    >
      <table className="w-full border-collapse text-left">
        <thead className="border-b border-line text-tiny text-muted">
          <tr>{head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function HeadCell({
  className,
  align = 'left',
  ...rest
}: ThHTMLAttributes<HTMLTableCellElement> & { align?: 'left' | 'right' }) {
  return (
    <th
      scope="col"
      {...rest}
      className={classes('h-9 px-4 font-medium whitespace-nowrap', align === 'right' && 'text-right', className)}
    />
  );
}

export function Row({ className, ...rest }: HTMLAttributes<HTMLTableRowElement>) {
  return (
    <tr
      {...rest}
      className={classes('border-b border-line transition-colors last:border-0 hover:bg-sunken', className)}
    />
  );
}

export function Cell({
  className,
  align = 'left',
  ...rest
}: TdHTMLAttributes<HTMLTableCellElement> & { align?: 'left' | 'right' }) {
  return (
    <td {...rest} className={classes('h-12 px-4 py-2 align-middle', align === 'right' && 'text-right', className)} />
  );
}
