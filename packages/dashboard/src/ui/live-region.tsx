/** Says things to screen readers without moving the focus. */
import { useEffect, useState } from 'react';

const spoken = new EventTarget();

export function announce(text: string): void {
  spoken.dispatchEvent(new CustomEvent('say', { detail: text }));
}

/** Once, in the shell. */
export function LiveRegion() {
  const [text, setText] = useState('');
  useEffect(() => {
    const say = (event: Event) => setText((event as CustomEvent<string>).detail);
    spoken.addEventListener('say', say);
    return () => spoken.removeEventListener('say', say);
  }, []);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}
