/** JSON as it is, folded away until somebody wants it. */
import { CodeBlock } from '../../ui/code-block.tsx';

export function RawJson({ label, value }: { label: string; value: unknown }) {
  return (
    <details className="rounded-card border border-line bg-surface">
      <summary className="min-h-9 px-4 py-2 font-medium">{label}</summary>
      <div className="p-2 pt-0">
        <CodeBlock label={label} text={JSON.stringify(value, null, 2)} />
      </div>
    </details>
  );
}
