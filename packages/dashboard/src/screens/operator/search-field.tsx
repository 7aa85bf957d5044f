/** A search over a list; asks when the typing rests. */
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { TextInput } from '../../ui/field.tsx';

const restMilliseconds = 250;

export function SearchField({ label, onSearch }: { label: string; onSearch(text: string): void }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), restMilliseconds);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <div className="relative w-full max-w-sm">
      <Search size={16} aria-hidden className="pointer-events-none absolute top-2.5 left-3 text-muted" />
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        data-search
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pl-9"
      />
    </div>
  );
}
