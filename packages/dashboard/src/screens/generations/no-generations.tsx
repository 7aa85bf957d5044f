/** The gallery of an account that has not submitted anything yet: how to begin. */
import { FlaskConical, Image } from 'lucide-react';
import { addresses } from '../../data/addresses.ts';
import { useScope } from '../../data/scope.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function NoGenerations() {
  const { mode } = useScope();
  const prompt = mode === 'sandbox' ? 'A red fox in fresh snow [[slow 3]]' : 'A red fox in fresh snow';
  const command = [
    `curl ${window.location.origin}/v1/delta/generate \\`,
    '  -H "Authorization: Bearer $AFTERIMAGE_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"prompt": "${prompt}"}'`,
  ].join('\n');
  return (
    <EmptyState
      icon={Image}
      title={mode === 'sandbox' ? 'Nothing in the sandbox yet' : 'No generations yet'}
      actions={
        <>
          <ButtonLink look="primary" icon={FlaskConical} href={addresses.playground} data-create>
            Try it in the playground
          </ButtonLink>
          <ButtonLink href={addresses.keys}>Make an API key</ButtonLink>
        </>
      }
    >
      <p>Everything you submit appears here while it is made. From a shell:</p>
      <div className="mt-4 text-left">
        <CodeBlock label="A first request" text={command} />
      </div>
    </EmptyState>
  );
}
