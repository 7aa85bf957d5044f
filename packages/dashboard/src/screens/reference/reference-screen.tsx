/** The API reference under our own frame. It is a page of its own, so that its styles and ours do not meet. */
import { useEffect, useRef, useState } from 'react';
import { usePageTitle } from '../../ui/page.tsx';

export function ReferenceScreen() {
  usePageTitle('API reference');
  const frame = useRef<HTMLIFrameElement>(null);
  // The frame writes where it stands into the address, and begins there when the page is loaded anew.
  const [begun] = useState(() => window.location.hash);
  useEffect(() => {
    const follow = () => frame.current?.contentWindow?.location.replace(`/reference.html${window.location.hash}`);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return (
    <>
      <h1 className="sr-only">API reference</h1>
      <p className="flex h-10 items-center gap-1 border-b px-4 text-small text-muted">
        To read first:
        <a className="text-accent-text underline" href="/docs">
          the documentation
        </a>
      </p>
      <iframe
        ref={frame}
        title="API reference"
        src={`/reference.html${begun}`}
        className="block h-[calc(100dvh-10rem)] w-full sm:h-[calc(100dvh-2.5rem)]"
      />
    </>
  );
}
