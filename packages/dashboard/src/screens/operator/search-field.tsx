/** A search over a list; asks when the typing rests. */
import { useEffect, useState } from 'react';
import { SearchInput } from '../../ui/search-input.tsx';

const restMilliseconds = 250;

export function SearchField({ label, onSearch }: { label: string; onSearch(text: string): void }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), restMilliseconds);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <SearchInput
      label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className="w-full max-w-sm"
    />
  );
}
