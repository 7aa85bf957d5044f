/** The API reference under our own frame. It is a page of its own, so that its styles and ours do not meet. */
import { usePageTitle } from '../../ui/page.tsx';

export function DocsScreen() {
  usePageTitle('API reference');
  return (
    <>
      <h1 className="sr-only">API reference</h1>
      <iframe title="API reference" src="/reference.html" className="block h-[calc(100dvh-7.5rem)] w-full sm:h-dvh" />
    </>
  );
}
