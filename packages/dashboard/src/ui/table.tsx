/** A table that scrolls sideways inside its frame when the page is narrow, told by its columns. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface Column<Item> {
  name: string;
  /** `unseen`: only read out, over buttons that speak for themselves. */
  head?: 'unseen';
  align?: 'right';
  /** Narrower pages leave it out. */
  from?: keyof typeof shownFrom;
  className?: string;
  cell(item: Item): ReactNode;
}

const shownFrom = {
  sm: 'hidden sm:table-cell',
  md: 'hidden md:table-cell',
  lg: 'hidden lg:table-cell',
  xl: 'hidden xl:table-cell',
};

export interface TableProps<Item> {
  label: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  keyOf(item: Item): string;
  /** `link`: a link in one of the cells is as large as the row. */
  rows?: 'link';
}

export function Table<Item>({ label, columns, items, keyOf, rows }: TableProps<Item>) {
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
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={classes('h-9 px-4 font-medium whitespace-nowrap', layoutOf(column))}
              >
                {column.head === 'unseen' ? <span className="sr-only">{column.name}</span> : column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr
              key={keyOf(item)}
              className={classes(
                'border-b border-line transition-colors last:border-0 hover:bg-sunken',
                rows === 'link' && 'relative',
              )}
            >
              {columns.map((column) => (
                <td
                  key={column.name}
                  className={classes('h-12 px-4 py-2 align-middle', layoutOf(column), column.className)}
                >
                  {column.cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function layoutOf<Item>({ align, from }: Column<Item>): string {
  return classes(align === 'right' && 'text-right', from !== undefined && shownFrom[from]);
}
