/** One family's form with its price, and beside it what comes of it; media may be dropped or pasted anywhere on it. */
import { type FormEvent, useEffect, useRef } from 'react';
import { classes } from '../../ui/classes.ts';
import { Card } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ControlField } from './control-field.tsx';
import { DirectiveChips } from './directive-chips.tsx';
import { MediaField } from './media-field.tsx';
import { OutputPane } from './output-pane.tsx';
import { PromptExamples } from './prompt-examples.tsx';
import { SubmitBar } from './submit-bar.tsx';
import { useEarlierGeneration } from './use-earlier-generation.ts';
import { useOfferedMedia } from './use-offered-media.ts';
import { type Playground, type PlaygroundProps, usePlayground } from './use-playground.ts';
import { useResultAsInput } from './use-result-as-input.ts';
import type { Submitted } from './use-submitted.ts';

interface FamilyPlaygroundProps extends Omit<PlaygroundProps, 'onSubmitted'> {
  from: string | null;
  submitted: Submitted;
}

export function FamilyPlayground({ from, submitted, ...props }: FamilyPlaygroundProps) {
  const output = useRef<HTMLElement>(null);
  const playground = usePlayground({
    ...props,
    onSubmitted(id, beside) {
      submitted.add(id, beside);
      // After it is on the page.
      requestAnimationFrame(() => bringIntoView(output.current));
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, of what was there before the reload
  useEffect(() => {
    if (isFirstAfterReload() && submitted.results.length > 0) bringIntoView(output.current, 'instant');
  }, []);
  const form = useRef<HTMLFormElement>(null);
  const input = useResultAsInput(playground);
  const earlier = useEarlierGeneration(playground, from);
  useOfferedMedia(playground);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (playground.submit() === 'sent') return;
    // After the faults are on the page.
    requestAnimationFrame(() => {
      const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      wrong?.focus({ preventScroll: true });
      // In the middle: at the edge it would be behind the bar that sticks there, and Generate would seem to do nothing.
      (wrong?.closest('fieldset') ?? wrong)?.scrollIntoView({ block: 'center' });
    });
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <form ref={form} noValidate onSubmit={submit} aria-label={`${playground.form.family.slug} request`}>
        <Card className="flex flex-col">
          {/* With a margin, so that what the focus comes to is not behind the bar with the button. */}
          <div className="flex flex-col gap-5 p-5 **:scroll-mb-44">
            {earlier !== null && <p className="text-small text-muted">{earlier}</p>}
            {input !== null && <p className="text-small text-warn">{input}</p>}
            <VariantChoice playground={playground} />
            <Fields playground={playground} />
          </div>
          <SubmitBar playground={playground} />
        </Card>
      </form>
      <OutputPane pane={output} playground={playground} submitted={submitted} />
    </div>
  );
}

/** On a narrow window it is under the form: whoever sends wants to see what comes, without looking for it. */
function bringIntoView(output: HTMLElement | null, behavior: ScrollBehavior = 'smooth'): void {
  const isUnderForm = window.matchMedia('(width < 64rem)').matches;
  if (isUnderForm) output?.scrollIntoView({ behavior, block: 'start' });
}

let wasShown = false;

/** Whether the browser loads again what was open: it cannot return by itself to what comes after the page. */
function isFirstAfterReload(): boolean {
  if (wasShown) return false;
  wasShown = true;
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload' && new URL(load.name).pathname === window.location.pathname;
}

function VariantChoice({ playground: { variants, variant, setVariant } }: { playground: Playground }) {
  if (variants.length < 2) return null;
  return (
    <Segmented
      label="Start from"
      choices={variants.map(({ key, label }) => ({ value: key, label }))}
      value={variant.key}
      onChange={setVariant}
      className={classes('max-w-xl', variants.length > 3 && 'max-sm:grid max-sm:grid-cols-2')}
    />
  );
}

function Fields({ playground }: { playground: Playground }) {
  const { shown, variant, mode } = playground;
  const [prompt, ...others] = shown.filter(({ section }) => section === 'main');
  const more = shown.filter(({ section }) => section === 'more');
  return (
    <>
      {prompt !== undefined && <ControlField shown={prompt} playground={playground} />}
      <PromptExamples playground={playground} />
      {mode === 'sandbox' && <DirectiveChips playground={playground} />}
      {variant.mediaControls.length > 0 && (
        <div className={variant.mediaControls.length > 1 ? 'grid gap-4 sm:grid-cols-2' : undefined}>
          {variant.mediaControls.map((control) => (
            <MediaField key={control.name} control={control} playground={playground} />
          ))}
        </div>
      )}
      {others.length > 0 && (
        <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
          {others.map((each) => (
            <ControlField key={each.control.name} shown={each} playground={playground} />
          ))}
        </div>
      )}
      {more.length > 0 && (
        <details>
          <summary className="w-fit rounded-control py-1 font-medium text-muted hover:text-ink">More options</summary>
          <div className="grid items-start gap-x-6 gap-y-5 pt-3 sm:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
            {more.map((each) => (
              <ControlField key={each.control.name} shown={each} playground={playground} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}
