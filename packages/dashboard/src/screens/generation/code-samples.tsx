/** The same request as cURL, TypeScript, Python and command, to copy. */
import { families } from '@afterimage/contract';
import type { Generation } from '../../data/resources.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { codeFor, languages } from '../playground/code.ts';
import { requestBodyOf } from './request-body.ts';

export function CodeSamples({ generation }: { generation: Generation }) {
  const family = families.find(({ slug }) => slug === generation.family);
  if (family === undefined) return null;
  const sample = { family, body: requestBodyOf(generation, family), origin: window.location.origin };
  return (
    <Tabs
      label="Language"
      tabs={languages.map(({ key, label }) => ({
        id: key,
        label,
        content: <CodeBlock label={label} text={codeFor(key, sample)} />,
      }))}
    />
  );
}
