/** Beside the form: what came of it, and the same request as code. */
import { type RefObject, useEffect, useState } from 'react';
import { classes } from '../../ui/classes.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { CodePane } from './code-pane.tsx';
import { Results } from './results.tsx';
import type { Playground } from './use-playground.ts';
import type { Submitted } from './use-submitted.ts';

interface OutputPaneProps {
  pane: RefObject<HTMLElement | null>;
  playground: Playground;
  submitted: Submitted;
}

export function OutputPane({ pane, playground, submitted }: OutputPaneProps) {
  const [open, setOpen] = useState('result');
  const newest = submitted.results[0]?.[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever reads code and sends wants to see what comes
  useEffect(() => setOpen('result'), [newest]);
  return (
    <section
      ref={pane}
      aria-label="Output"
      className={classes(
        'min-w-0 scroll-mt-11 lg:sticky lg:top-11 lg:max-h-[calc(100dvh-4rem)] lg:overflow-y-auto lg:overscroll-contain',
        // Under the form: as high as the window, so that it can be scrolled to before all of the result has come.
        newest !== undefined && 'max-lg:min-h-[calc(100dvh-7rem)]',
      )}
    >
      <Tabs
        label="Output"
        open={{ id: open, onChoose: setOpen }}
        tabs={[
          {
            id: 'result',
            label: 'Result',
            content: <Results submitted={submitted} family={playground.form.family.slug} />,
          },
          { id: 'code', label: 'Code', content: <CodePane playground={playground} /> },
        ]}
      />
    </section>
  );
}
