/** One delivery at the side of the log: what was sent, how each attempt was answered, and another try. */
import { RotateCw, X } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import { type Answered, useChange, useRead } from '../../data/reads.ts';
import { Age, exactTime } from '../../ui/age.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { useModal } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';
import { Until } from '../../ui/until.tsx';
import { answerOf, DeliveryState, inMilliseconds } from './delivery-state.tsx';

type Whole = Answered<'getDelivery'>;
type Attempt = Whole['attempts_made'][number];

export function DeliverySheet({ id, onClose }: { id: string; onClose(): void }) {
  const delivery = useRead('getDelivery', { id });
  const heading = useId();
  const modal = useModal({ onClose, dismissal: 'easy', focus: 'itself' });
  return (
    <dialog
      {...modal}
      data-sheet
      tabIndex={-1}
      aria-labelledby={heading}
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-full max-w-2xl animate-[slide-in_160ms_var(--ease-calm)] overflow-y-auto border-l border-line bg-surface p-0 text-ink outline-none"
    >
      <header className="sticky top-0 z-10 flex items-center justify-between gap-3 border-b border-line bg-surface px-5 py-3">
        <h2 id={heading} className="truncate text-large font-semibold">
          {delivery.data?.event ?? 'Delivery'}
        </h2>
        <div className="flex items-center gap-2">
          {delivery.data !== undefined && <Redeliver delivery={delivery.data} />}
          <IconButton icon={X} label="Close" onClick={onClose} />
        </div>
      </header>
      <div className="flex flex-col gap-6 p-5">
        {delivery.isPending && <SkeletonRows rows={5} />}
        {delivery.isError && <ErrorState fault={delivery.error} onRetry={() => void delivery.refetch()} />}
        {delivery.isSuccess && <DeliveryParts delivery={delivery.data} />}
      </div>
    </dialog>
  );
}

function Redeliver({ delivery }: { delivery: Whole }) {
  const redeliver = useChange('redeliver', { touches: ['getDelivery', 'listDeliveries'] });
  // Sent twice at once it would be counted twice; it goes out by itself.
  if (delivery.state === 'waiting') {
    return (
      <span className="text-small text-muted">
        {delivery.next_attempt_at === null ? (
          'Being sent now'
        ) : (
          <>
            Sent again by itself <Until time={delivery.next_attempt_at} />
          </>
        )}
      </span>
    );
  }
  return (
    <Button
      icon={RotateCw}
      busy={redeliver.isPending}
      onClick={() =>
        redeliver.mutate(
          { id: delivery.id },
          { onSuccess: () => toastDone('It is being sent again'), onError: toastFault },
        )
      }
    >
      Redeliver
    </Button>
  );
}

function DeliveryParts({ delivery }: { delivery: Whole }) {
  const answer = answerOf(delivery);
  const headers = Object.entries(delivery.request_headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        <Fact name="State">
          <DeliveryState delivery={delivery} />
        </Fact>
        <Fact name="Attempts">
          {delivery.attempts} of {delivery.attempts_max}
        </Fact>
        {answer !== null && <Fact name="Last answer">{answer}</Fact>}
        {delivery.next_attempt_at !== null && (
          <Fact name="Next try">
            <Until time={delivery.next_attempt_at} />
          </Fact>
        )}
        <Fact name="Address">
          <span className="break-all">{delivery.url}</span>
        </Fact>
        {delivery.generation_id !== null && (
          <Fact name="Generation">
            <Link href={`/generations/${delivery.generation_id}`} className="font-mono text-small underline">
              {delivery.generation_id}
            </Link>
          </Fact>
        )}
        <Fact name="Created">{exactTime(delivery.created_at)}</Fact>
        <Fact name="Id">
          <CopyText text={delivery.id} className="-ml-1" />
        </Fact>
      </dl>
      <Part title="Attempts">
        {delivery.attempts_made.length === 0 && <p className="text-muted">None yet.</p>}
        <ol className="flex flex-col gap-2">
          {delivery.attempts_made.toReversed().map((attempt) => (
            <AttemptCard key={attempt.number} attempt={attempt} />
          ))}
        </ol>
      </Part>
      <Part title="Request">
        <CodeBlock label="Request headers" text={`POST ${delivery.url}\n${headers.join('\n')}`} />
        <CodeBlock label="Request body" text={indented(delivery.payload)} />
      </Part>
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function AttemptCard({ attempt }: { attempt: Attempt }) {
  const answered = attempt.error ?? (attempt.status_code === null ? 'Under way' : `HTTP ${attempt.status_code}`);
  return (
    <li className="flex flex-col gap-2 rounded-control border border-line p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-medium">
          {attempt.number}. {answered}
        </span>
        <span className="text-small text-muted">
          {inMilliseconds(attempt.milliseconds)} · <Age time={attempt.started_at} />
        </span>
      </div>
      {attempt.answer_excerpt !== null && attempt.answer_excerpt !== '' && (
        <CodeBlock label={`Answer to attempt ${attempt.number}`} text={attempt.answer_excerpt} />
      )}
    </li>
  );
}

/** The bytes are one line; people read it better in several. */
function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
