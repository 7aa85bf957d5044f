/** The field that looks for something in a list; `/` puts the focus there. */
import { Search } from 'lucide-react';
import type { InputHTMLAttributes } from 'react';
import { classes } from './classes.ts';

export interface SearchInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Stands in it while it is empty. */
  label: string;
}

export function SearchInput({ label, className, ...rest }: SearchInputProps) {
  return (
    <div className={classes('relative', className)}>
      <Search size={16} aria-hidden className="pointer-events-none absolute top-2.5 left-3 text-muted" />
      <input
        type="search"
        data-search
        aria-label={label}
        placeholder={label}
        {...rest}
        className="h-9 w-full rounded-control border border-line bg-surface pr-2.5 pl-9 text-ink transition-colors placeholder:text-muted hover:border-edge"
      />
    </div>
  );
}
