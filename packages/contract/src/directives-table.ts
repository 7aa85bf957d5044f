/** What each sandbox directive does, in words, for the documentation. Apart from their reader, which pages load as well. */
import { directiveForms } from './directives.ts';

const effects: Readonly<Record<string, string>> = {
  '[[fail CODE]]': 'it ends `failed` with that code, with its refund and its webhook',
  '[[slow 3]]': 'processing takes at least 3 seconds, with progress',
  '[[queue 3]]': 'it stays `pending` at least 3 seconds',
  '[[hang]]': 'it runs into its time limit',
  '[[http 503]]': 'the submit itself answers 402, 429, 500 or 503, and nothing is charged',
};

/** In Markdown. */
export function directivesTable(): string {
  const rows = directiveForms.map((form) => `| \`${form}\` | ${effects[form]} |`);
  return ['| In the prompt | What happens |', '|---|---|', ...rows].join('\n');
}
