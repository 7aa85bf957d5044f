/** One delivery at the side of the log: what was sent, how each attempt was answered, and another try. */
import { RotateCw } from 'lucide-react';
import { Link } from 'wouter';
import { generationLink } from '../../data/addresses.ts';
import { useChange, useRead } from '../../data/reads.ts';
import type { DeliveryAttempt, DeliveryWhole } from '../../data/resources.ts';
import { Age, exactTime } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pair, Pairs, Part } from '../../ui/part.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';
import { Until } from '../../ui/until.tsx';
import { answerOf, DeliveryState, inMilliseconds } from './delivery-state.tsx';

export function DeliverySheet({ id, onClose }: { id: string; onClose(): void }) {
  const delivery = useRead('getDelivery', { id });
  return (
    <Sheet
      title={delivery.data?.event ?? 'Delivery'}
      actions={delivery.data !== undefined && <Redeliver delivery={delivery.data} />}
      onClose={onClose}
    >
      {delivery.isPending && <SkeletonRows rows={5} />}
      {delivery.isError && <ErrorState fault={delivery.error} onRetry={() => void delivery.refetch()} />}
      {delivery.isSuccess && <DeliveryParts delivery={delivery.data} />}
    </Sheet>
  );
}

function Redeliver({ delivery }: { delivery: DeliveryWhole }) {
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

function DeliveryParts({ delivery }: { delivery: DeliveryWhole }) {
  const answer = answerOf(delivery);
  const headers = Object.entries(delivery.request_headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <Pairs>
        <Pair name="State">
          <DeliveryState delivery={delivery} />
        </Pair>
        <Pair name="Attempts">
          {delivery.attempts} of {delivery.attempts_max}
        </Pair>
        {answer !== null && <Pair name="Last answer">{answer}</Pair>}
        {delivery.next_attempt_at !== null && (
          <Pair name="Next try">
            <Until time={delivery.next_attempt_at} />
          </Pair>
        )}
        <Pair name="Address">
          <span className="break-all">{delivery.url}</span>
        </Pair>
        {delivery.generation_id !== null && (
          <Pair name="Generation">
            <Link href={generationLink(delivery.generation_id)} className="font-mono text-small underline">
              {delivery.generation_id}
            </Link>
          </Pair>
        )}
        <Pair name="Created">{exactTime(delivery.created_at)}</Pair>
        <Pair name="Id">
          <CopyText text={delivery.id} className="-ml-1" />
        </Pair>
      </Pairs>
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

function AttemptCard({ attempt }: { attempt: DeliveryAttempt }) {
  const answered = attempt.error ?? (attempt.status_code === null ? 'Under way' : `HTTP ${attempt.status_code}`);
  return (
    <li className="flex flex-col gap-2 rounded-card border border-line bg-surface p-3">
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
