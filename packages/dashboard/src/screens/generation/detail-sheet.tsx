/** All about one generation, in a sheet over the gallery with an address of its own. */
import { Refusal } from '@afterimage/client';
import { CircleStop, FlaskConical, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { addresses, familyLink, generationLink } from '../../data/addresses.ts';
import { lastAddressElsewhere } from '../../data/last-address.ts';
import { useChange, useRead } from '../../data/reads.ts';
import type { Generation } from '../../data/resources.ts';
import { exactTime } from '../../ui/age.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { usePageTitle } from '../../ui/page.tsx';
import { Part } from '../../ui/part.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';
import { CancelDialog } from '../generations/cancel-dialog.tsx';
import { DeleteFilesDialog } from '../generations/delete-files-dialog.tsx';
import { HowFar, StatusPill } from '../generations/status-pill.tsx';
import { accountLink } from '../operator/operator-pages.ts';
import { useWhyClosed } from '../playground/use-why-closed.ts';
import { CodeSamples } from './code-samples.tsx';
import { Deliveries } from './deliveries.tsx';
import { EngineAttempts } from './engine-attempts.tsx';
import { Failure } from './failure.tsx';
import { Inputs } from './inputs.tsx';
import { MediaView } from './media-view.tsx';
import { NotAsAsked } from './not-as-asked.tsx';
import { Parameters } from './parameters.tsx';
import { RawJson } from './raw-json.tsx';
import { Timeline } from './timeline.tsx';
import { useElsewhere } from './use-elsewhere.ts';

/** Characters; more than six lines of it are seldom read. */
const foldedFrom = 500;

export interface DetailSheetProps {
  id: string;
  /** The gallery's own address part: closing leads back to the same filters. */
  search: string;
  /** What the gallery shows, for the way to the next. */
  shown: readonly { id: string }[];
}

export function DetailSheet({ id, search, shown }: DetailSheetProps) {
  const [, navigate] = useLocation();
  // To where it was opened, and in place of the sheet: going back must not open again what was just closed.
  const close = () => navigate(lastAddressElsewhere() ?? `${addresses.home}${search}`, { replace: true });
  const detail = useRead('getGeneration', { id });
  const isMissing = detail.error instanceof Refusal && detail.error.status === 404;
  const elsewhere = useElsewhere(id, { isMissing });
  usePageTitle('Generation');
  const step = (by: number) => {
    const next = shown[shown.findIndex((one) => one.id === id) + by];
    if (next !== undefined) navigate(`${generationLink(next.id)}${search}`, { replace: true });
  };
  return (
    <Sheet title="Generation" head={<CopyText text={id} />} onClose={close} onStep={step}>
      {detail.data !== undefined ? (
        <Content generation={detail.data} lookAgain={detail.refetch} search={search} />
      ) : detail.error !== null && elsewhere === 'nowhere' ? (
        <ErrorState
          fault={detail.error}
          title={isMissing ? 'There is no such generation' : undefined}
          onRetry={() => void detail.refetch()}
        />
      ) : (
        <DetailSkeleton />
      )}
    </Sheet>
  );
}

interface ContentProps {
  generation: Generation;
  lookAgain(): Promise<{ data: Generation | undefined; error: unknown }>;
  search: string;
}

function Content({ generation, lookAgain, search }: ContentProps) {
  const { prompt, status, family, model, key, media_url } = generation;
  const [tries, setTries] = useState(0);
  const renew = async () => {
    const { data, error } = await lookAgain();
    if (error !== null) return toastFault(error);
    // Links are equal within an hour, so that the address alone would not begin anew.
    setTries(tries + 1);
    const until = data?.media_link_expires_at ?? null;
    if (until !== null) toastDone(`The link works until ${exactTime(until)}`);
  };
  return (
    <>
      {status !== 'failed' && (
        <MediaView key={`${media_url} ${tries}`} generation={generation} renew={() => void renew()} />
      )}
      <NotAsAsked notes={generation.notes} />
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-2 text-muted">
          <StatusPill generation={generation} />
          <span>
            {family}
            {model !== family && ` · ${model}`} · {key.name}
          </span>
        </div>
        <HowFar generation={generation} />
        <Prompt key={generation.id} text={prompt} />
        {generation.account === null ? (
          <Actions generation={generation} search={search} />
        ) : (
          <OfAccount account={generation.account} />
        )}
      </div>
      {status === 'failed' && <Failure generation={generation} />}
      <Timeline generation={generation} />
      <Parameters generation={generation} />
      <Inputs inputs={generation.inputs} />
      <Deliveries generation={generation} />
      <EngineAttempts generation={generation} />
      <Part title="Use it from code">
        <CodeSamples generation={generation} />
      </Part>
      <Part title="As the service sees it">
        <RawJson label="Request" value={generation.fields} />
        <RawJson label="Record" value={generation.record} />
      </Part>
    </>
  );
}

/** A long one is folded, so that what can be done with it stays in sight. */
function Prompt({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(text.length <= foldedFrom);
  return (
    <div className="flex flex-col items-start gap-1">
      <p
        dir="auto"
        className={classes('w-full text-large break-words whitespace-pre-wrap', !isWhole && 'line-clamp-6')}
      >
        {text}
      </p>
      {!isWhole && (
        <Button size="small" look="quiet" className="-ml-2" onClick={() => setWhole(true)}>
          Show the whole prompt
        </Button>
      )}
    </div>
  );
}

/** What can be done with it is for its account to do. */
function OfAccount({ account: { id, email, mode } }: { account: NonNullable<Generation['account']> }) {
  return (
    <p className="text-muted">
      Of{' '}
      <Link href={accountLink(id)} className="text-ink underline underline-offset-4">
        {email}
      </Link>
      {mode === 'sandbox' && ', sandbox'}
    </p>
  );
}

function Actions({ generation, search }: { generation: Generation; search: string }) {
  const { id, family } = generation;
  const [asking, setAsking] = useState<'cancel' | 'delete' | null>(null);
  const leave = () => setAsking(null);
  const runAgain = useChange('runAgain', { touches: ['listGenerations', 'getBalance'] });
  const closed = useWhyClosed('Run again', [family]);
  const [, navigate] = useLocation();
  return (
    <div className="flex flex-wrap gap-2">
      {generation.finished_at === null && (
        <Button icon={CircleStop} onClick={() => setAsking('cancel')}>
          Cancel
        </Button>
      )}
      <Button
        icon={RotateCw}
        busy={runAgain.isPending}
        disabled={closed !== undefined}
        title={closed}
        onClick={() =>
          runAgain.mutate(
            { id },
            {
              onSuccess(made) {
                toastDone(`Submitted again for $${made.price}`);
                navigate(`${generationLink(made.id)}${search}`);
              },
              onError: toastFault,
            },
          )
        }
      >
        Run again · ${generation.price}
      </Button>
      <ButtonLink icon={FlaskConical} href={`${familyLink(family)}?from=${id}`}>
        Edit in playground
      </ButtonLink>
      {hasFiles(generation) && (
        <Button icon={Trash2} onClick={() => setAsking('delete')}>
          Delete files
        </Button>
      )}
      {asking === 'cancel' && <CancelDialog generations={[generation]} onClose={leave} />}
      {asking === 'delete' && <DeleteFilesDialog generations={[generation]} onClose={leave} onDone={leave} />}
    </div>
  );
}

/** An upload of a generation that failed is a file, too; what lies elsewhere has no day on which it goes. */
const hasFiles = ({ media_url, inputs, finished_at }: Generation): boolean =>
  media_url !== null ||
  (finished_at !== null && inputs.some(({ url, expires_at }) => url !== null && expires_at !== null));

function DetailSkeleton() {
  return (
    <>
      <span role="status" className="sr-only">
        Loading
      </span>
      <Skeleton className="aspect-video rounded-card" />
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-12" />
      <Skeleton className="h-32" />
    </>
  );
}
