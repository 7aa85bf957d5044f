/** What can be done to the generations that are chosen: cancelled, or their files downloaded or deleted. */
import { CircleStop, Download, ListChecks, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { mediaAddress } from '../../data/media-address.ts';
import type { GenerationSummary } from '../../data/resources.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { DeleteFilesDialog } from './delete-files-dialog.tsx';
import { choose } from './selection.ts';

/** A browser takes downloads that begin at the same moment for one. */
const betweenDownloadsMilliseconds = 200;

export function SelectionBar({ chosen, items }: { chosen: ReadonlySet<string>; items: readonly GenerationSummary[] }) {
  const [asking, setAsking] = useState<'cancel' | 'delete' | null>(null);
  const generations = items.filter(({ id }) => chosen.has(id));
  const withFiles = generations.filter(({ media_url }) => media_url !== null);
  const unfinished = generations.filter(({ finished_at }) => finished_at === null);
  const links = withFiles.flatMap(({ media_url }) => media_url ?? []);
  const clear = () => choose([]);
  return (
    <section
      aria-label="Selected generations"
      data-floats
      className="fixed inset-x-3 bottom-18 z-20 mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] items-center justify-center gap-1 rounded-card border border-edge bg-surface p-2 sm:bottom-6 sm:left-59 sm:gap-2"
    >
      <span role="status" className="px-2 font-medium whitespace-nowrap">
        {generations.length} selected
        {links.length === 0 && <span className="block text-tiny font-normal text-muted">No files</span>}
      </span>
      {generations.length < items.length && (
        <Button
          size="small"
          look="quiet"
          icon={ListChecks}
          onClick={() => choose(items.map(({ id }) => id))}
          className="max-sm:hidden"
        >
          All {items.length}
        </Button>
      )}
      {unfinished.length > 0 && (
        <Button size="small" icon={CircleStop} onClick={() => setAsking('cancel')}>
          <span>
            Cancel<span className="sr-only sm:not-sr-only"> {unfinished.length}</span>
          </span>
        </Button>
      )}
      <Button size="small" icon={Download} disabled={links.length === 0} onClick={() => void download(links)}>
        Download
      </Button>
      <Button size="small" icon={Trash2} disabled={links.length === 0} onClick={() => setAsking('delete')}>
        <span>
          Delete<span className="sr-only sm:not-sr-only"> files</span>
        </span>
      </Button>
      <IconButton icon={X} label="Clear the selection" onClick={clear} />
      {asking === 'cancel' && (
        <CancelDialog
          generations={unfinished}
          leftOut={generations.length - unfinished.length}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'delete' && (
        <DeleteFilesDialog
          generations={withFiles}
          leftOut={generations.length - withFiles.length}
          onClose={() => setAsking(null)}
          onDone={clear}
        />
      )}
    </section>
  );
}

async function download(links: readonly string[]): Promise<void> {
  for (const link of links) {
    const anchor = Object.assign(document.createElement('a'), { href: mediaAddress(link), download: '' });
    anchor.click();
    await new Promise((resolve) => setTimeout(resolve, betweenDownloadsMilliseconds));
  }
}
