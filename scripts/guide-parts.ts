/** The parts of the guide that derive from the code: each stands in its page between two marks, and prose around them. */
import { readFileSync } from 'node:fs';
import { directivesTable } from '@afterimage/contract';
import { faultsTable } from '@afterimage/server/engines/faults-page';
import { enginesFileTables } from '@afterimage/server/engines/file/page';
import { kinds } from '@afterimage/server/engines/kinds';
import { presetTable } from '@afterimage/server/engines/presets-page';
import { failuresOfAll } from './family-pages.ts';

const parts: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/guide/engines.md': { kinds: kindPages, keys: enginesFileTables, errors: faultsTable },
  'docs/guide/errors.md': { failures: failuresOfAll },
  'docs/guide/sandbox.md': { directives: directivesTable },
  'docs/guide/engines/kling.md': { preset: () => presetTable('kling') },
  'docs/guide/engines/fal.md': { preset: () => presetTable('fal') },
  'docs/guide/engines/google.md': { preset: () => presetTable('google') },
  'docs/guide/engines/openai.md': { preset: () => presetTable('openai') },
};

export function guidePages(root: string): Map<string, Buffer> {
  const pages = Object.entries(parts).map(([file, made]): [string, Buffer] => {
    let text = readFileSync(root + file, 'utf8');
    for (const [name, make] of Object.entries(made)) text = withPart(text, { file, name, part: make() });
    return [file, Buffer.from(text)];
  });
  return new Map(pages);
}

function kindPages(): string {
  return kinds.map((kind) => `- [${kind}](engines/${kind}.md)`).join('\n');
}

function withPart(text: string, { file, name, part }: { file: string; name: string; part: string }): string {
  const [before, after] = [`<!-- derived: ${name} -->`, `<!-- end of ${name} -->`];
  const [start, end] = [text.indexOf(before), text.indexOf(after)];
  if (start === -1 || end < start)
    throw new Error(`${file} has no place for ${name}: it stands between ${before} and ${after}.`);
  return `${text.slice(0, start)}${before}\n\n${part}\n\n${text.slice(end)}`;
}
