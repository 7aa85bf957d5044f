/** The last errors of an engine, in its own words, each with the generation that met it. */
import { Link } from 'wouter';
import { generationLink } from '../../data/addresses.ts';
import type { OperatorEngine } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';

export function EngineErrors({ errors }: { errors: OperatorEngine['errors'] }) {
  if (errors.length === 0) return null;
  return (
    <details>
      <summary className="w-fit rounded-control py-1 text-small text-muted hover:text-ink">
        {errors.length === 1 ? 'Its last error' : `Its last ${errors.length} errors`}
      </summary>
      <ul className="flex flex-col gap-2 pt-2 text-small">
        {errors.map((error) => (
          <li key={`${error.generation_id} ${error.at}`} className="border-l-2 border-line pl-3">
            <span className="font-mono">{error.class}</span>, <Age time={error.at} />,{' '}
            <Link href={generationLink(error.generation_id)} className="text-accent-text underline">
              generation
            </Link>
            {error.message !== null && <span className="block break-words text-muted">{error.message}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
