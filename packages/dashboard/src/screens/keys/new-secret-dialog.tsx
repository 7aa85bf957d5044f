/** Shows a new key, once. */
import { TriangleAlert } from 'lucide-react';
import type { NewApiKey } from '../../data/resources.ts';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';

export function NewSecretDialog({ made, onStored }: { made: NewApiKey; onStored(): void }) {
  return (
    <ShownOnceDialog
      title={`Your new key: ${made.name}`}
      secret={made.key}
      copy="Copy key"
      done="I have stored it"
      onDone={onStored}
    >
      <p className="flex items-start gap-2 text-small text-muted">
        <TriangleAlert size={16} aria-hidden className="mt-px shrink-0 text-warn" />
        <span>
          This is the only time it is shown. Store it now where your program finds it, for example as the variable{' '}
          <code className="font-mono">AFTERIMAGE_API_KEY</code>; the service keeps only a fingerprint of it.
        </span>
      </p>
    </ShownOnceDialog>
  );
}
