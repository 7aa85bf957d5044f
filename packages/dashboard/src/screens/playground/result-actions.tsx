/** What can be done with a result: cancel it, keep it, hand it on, begin from it, or make another. */
import { families } from '@afterimage/contract';
import { CircleStop, Download, ImagePlus, Maximize2, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { familyLink, generationLink } from '../../data/addresses.ts';
import { mediaAddress } from '../../data/media-address.ts';
import { useChange } from '../../data/reads.ts';
import type { Generation } from '../../data/resources.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-text.tsx';
import { toastFault } from '../../ui/toast.tsx';
import { CancelDialog } from '../generations/page-files.ts';
import { formOf } from './form-model.ts';
import { useWhyClosed } from './use-why-closed.ts';

interface ResultActionsProps {
  generation: Generation;
  /** The family whose form is beside it. */
  family: string;
  onSubmitted(id: string): void;
}

export function ResultActions({ generation, family, onSubmitted }: ResultActionsProps) {
  const { id, media_url, output, price, finished_at } = generation;
  const [cancelling, setCancelling] = useState(false);
  const runAgain = useChange('runAgain', { touches: ['listGenerations', 'getBalance'] });
  const closed = useWhyClosed('Run again', [generation.family]);
  const taker = familyTaking(output, family);
  return (
    <div className="flex flex-wrap gap-2">
      {finished_at === null && (
        <Button size="small" icon={CircleStop} onClick={() => setCancelling(true)}>
          Cancel
        </Button>
      )}
      {cancelling && <CancelDialog generations={[generation]} onClose={() => setCancelling(false)} />}
      {media_url !== null && (
        <>
          <ButtonLink size="small" icon={Download} href={mediaAddress(media_url)} download={true}>
            Download
          </ButtonLink>
          <CopyButton text={media_url}>Copy link</CopyButton>
          {taker !== undefined && (
            <ButtonLink size="small" icon={ImagePlus} href={`${familyLink(taker)}?input=${id}`}>
              Use as input
            </ButtonLink>
          )}
        </>
      )}
      <Button
        size="small"
        icon={RotateCw}
        busy={runAgain.isPending}
        disabled={closed !== undefined}
        title={closed}
        onClick={() => runAgain.mutate({ id }, { onSuccess: (made) => onSubmitted(made.id), onError: toastFault })}
      >
        Run again · ${price}
      </Button>
      <ButtonLink size="small" look="quiet" icon={Maximize2} href={generationLink(id)}>
        Details
      </ButtonLink>
    </div>
  );
}

/** The family beside it where that takes such a medium, else the first that does. */
function familyTaking(kind: Generation['output'], preferred: string): string | undefined {
  const takers = families.filter((each) =>
    formOf(each).mediaControls.some(({ media, fileField }) => media === kind && fileField),
  );
  return (takers.find(({ slug }) => slug === preferred) ?? takers[0])?.slug;
}
