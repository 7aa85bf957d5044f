/** Chooses something that was made here before as an input. */
import { GalleryVerticalEnd } from 'lucide-react';
import { useState } from 'react';
import { usePages } from '../../data/reads.ts';
import type { GenerationSummary } from '../../data/resources.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toastFault } from '../../ui/toast.tsx';
import { Poster } from '../generations/poster.tsx';
import type { MediaControl } from './form-model.ts';
import { madeFile } from './made-file.ts';

const pageItems = 60;

interface FromGalleryProps {
  control: MediaControl;
  onFile(file: File): void;
}

export function FromGallery({ control, onFile }: FromGalleryProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" look="quiet" icon={GalleryVerticalEnd} onClick={() => setOpen(true)} className="self-start">
        From the gallery
      </Button>
      {open && <GalleryDialog control={control} onFile={onFile} onClose={() => setOpen(false)} />}
    </>
  );
}

function GalleryDialog({ control, onFile, onClose }: FromGalleryProps & { onClose(): void }) {
  const kind = control.media === 'image' ? 'an image' : 'a video';
  const list = usePages('listGenerations', { query: { status: 'completed', limit: pageItems } });
  const items = list.items.filter(({ output, media_url }) => output === control.media && media_url !== null);
  async function choose(generation: GenerationSummary) {
    onClose();
    try {
      const file = await madeFile(generation);
      if (file !== null) onFile(file);
    } catch (fault) {
      toastFault(fault);
    }
  }
  return (
    <Dialog title={`${control.label}: ${kind} from the gallery`} width="wide" onClose={onClose}>
      {list.isPending && <Skeleton className="h-40" />}
      {list.isError && <ErrorState fault={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && items.length === 0 && (
        <p className="text-muted">
          {list.hasNextPage ? `None of the newest is ${kind}.` : `The gallery does not have ${kind} yet.`}
        </p>
      )}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {items.map((generation) => (
          <li key={generation.id}>
            <button
              type="button"
              title={generation.prompt}
              onClick={() => void choose(generation)}
              className="flex w-full flex-col overflow-hidden rounded-control border border-line text-left transition-colors hover:border-edge"
            >
              <Poster generation={generation} className="aspect-4/3 w-full" />
              <span className="w-full truncate px-2 py-1.5 text-tiny">{generation.prompt}</span>
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} className="self-center">
          Older ones
        </Button>
      )}
    </Dialog>
  );
}
