/** The gallery without generations: still coming, or none yet. */
import { FlaskConical, Image } from 'lucide-react';
import { useScope } from '../../data/scope.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { columns } from './generation-row.tsx';
import { grid } from './generations-list.tsx';
import type { View } from './view.ts';

const cards = Array.from({ length: 12 }, (_, at) => `card ${at}`);

export function GallerySkeleton({ view }: { view: View }) {
  return (
    <div className={view === 'grid' ? grid : 'overflow-hidden rounded-card border border-line bg-surface'}>
      <span role="status" className="sr-only">
        Loading generations
      </span>
      {cards.map((card) => (view === 'grid' ? <SkeletonCard key={card} /> : <SkeletonRow key={card} />))}
    </div>
  );
}

function SkeletonCard() {
  return (
    <div aria-hidden className="overflow-hidden rounded-card border border-line bg-surface">
      <Skeleton className="aspect-4/3 rounded-none" />
      <div className="flex flex-col gap-2 p-3">
        <Skeleton className="h-10" />
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-4" />
      </div>
    </div>
  );
}

function SkeletonRow() {
  return (
    <div aria-hidden className={`${columns} h-16 border-b border-line`}>
      <Skeleton className="h-12 w-16" />
      <Skeleton className="h-8" />
      <Skeleton className="h-6" />
    </div>
  );
}

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
          <ButtonLink look="primary" icon={FlaskConical} href="/playground" data-create>
            Try it in the playground
          </ButtonLink>
          <ButtonLink href="/keys">Make an API key</ButtonLink>
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
