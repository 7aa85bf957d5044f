/** What a sandbox prompt can play, as chips that write it into the prompt. */
import { directiveForms } from '@afterimage/contract';
import { FlaskConical } from 'lucide-react';
import type { Playground } from './use-playground.ts';

export function DirectiveChips({ playground }: { playground: Playground }) {
  const { form, values, setValue } = playground;
  const prompt = typeof values['prompt'] === 'string' ? values['prompt'] : '';
  const directives = directiveForms.flatMap((written) =>
    written.includes('CODE') ? form.family.failureCodes.map((code) => written.replace('CODE', code)) : [written],
  );
  const toggle = (directive: string) => {
    const without = prompt.replace(directive, '').replace(/ {2,}/g, ' ').trim();
    setValue('prompt', prompt.includes(directive) ? without : `${prompt.trim()} ${directive}`.trim());
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 flex items-center gap-1.5 text-small text-muted">
        <FlaskConical size={14} aria-hidden /> Play a scenario in this sandbox
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {directives.map((directive) => (
          <button
            key={directive}
            type="button"
            aria-pressed={prompt.includes(directive)}
            onClick={() => toggle(directive)}
            className="min-h-6 rounded-full border border-line px-2 font-mono text-tiny text-muted transition-colors hover:bg-hover hover:text-ink aria-pressed:border-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
          >
            {directive}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
