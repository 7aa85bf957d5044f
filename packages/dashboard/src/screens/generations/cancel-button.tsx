/** Cancels a generation of the gallery that has not ended: seen as the box that chooses it is. */
import { X } from 'lucide-react';
import { useState } from 'react';
import type { GenerationSummary } from '../../data/resources.ts';
import { classes } from '../../ui/classes.ts';
import { inCorner } from './choose-box.tsx';
import { CancelDialog } from './page-files.ts';

export function CancelButton({ generation, className }: { generation: GenerationSummary; className: string }) {
  const [asking, setAsking] = useState(false);
  // The question stays until it is answered, also when the generation has ended meanwhile.
  if (generation.finished_at !== null && !asking) return null;
  return (
    <>
      <button
        type="button"
        title="Cancel"
        aria-label={`Cancel ${generation.prompt}`}
        onClick={() => setAsking(true)}
        className={classes(inCorner, 'text-muted hover:text-ink', className)}
      >
        <X size={16} aria-hidden />
      </button>
      {asking && <CancelDialog generations={[generation]} onClose={() => setAsking(false)} />}
    </>
  );
}
