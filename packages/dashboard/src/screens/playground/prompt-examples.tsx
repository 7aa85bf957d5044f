/** Prompts to begin with, for somebody before an empty field. */
import { Lightbulb } from 'lucide-react';
import type { Playground } from './use-playground.ts';

const examples = {
  video: [
    'A paper boat drifts down a rainy street at dusk',
    'A red fox runs through deep snow, low camera',
    'A lighthouse on a cliff, waves below, slow zoom out',
  ],
  image: [
    'A lemon tree in a blue pot on a sunny balcony',
    'A cat asleep on a stack of books, watercolour',
    'A hot air balloon over a foggy valley at sunrise',
  ],
};

export function PromptExamples({ playground: { form, values, setValue } }: { playground: Playground }) {
  if ((values['prompt'] ?? '') !== '') return null;
  return (
    <fieldset>
      <legend className="mb-1.5 flex items-center gap-1.5 text-small text-muted">
        <Lightbulb size={14} aria-hidden /> Try one of these
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {examples[form.family.output].map((example) => (
          <button
            key={example}
            type="button"
            onClick={() => setValue('prompt', example)}
            className="min-h-7 rounded-full border border-line px-2.5 text-left text-tiny text-muted transition-colors hover:bg-hover hover:text-ink"
          >
            {example}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
