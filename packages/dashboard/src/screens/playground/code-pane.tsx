/** The request as code, following the form; a file is named, not printed. */
import { CodeBlock } from '../../ui/code-block.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { codeFor, FileMark, languages } from './code.ts';
import { bodyOf } from './draft.ts';
import type { Playground } from './use-playground.ts';

export function CodePane({ playground }: { playground: Playground }) {
  const { form, variant, values, media } = playground;
  const body = bodyOf({ variant, values, media }, ({ name, upload }) => new FileMark(name, upload.declaredType ?? ''));
  const sample = { family: form.family, body: { prompt: '', ...body }, origin: window.location.origin };
  return (
    <section aria-label="Code" className="flex min-w-0 flex-col gap-3">
      <Tabs
        label="Language"
        tabs={languages.map(({ key, label }) => ({
          id: key,
          label,
          content: <CodeBlock label={`The request in ${label}`} text={codeFor(key, sample)} />,
        }))}
      />
      <p className="text-tiny text-muted">
        The code takes the API key from the variable <code className="font-mono">AFTERIMAGE_API_KEY</code>; this page
        sends with your session instead.
      </p>
    </section>
  );
}
