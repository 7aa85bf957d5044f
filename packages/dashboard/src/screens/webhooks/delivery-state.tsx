/** How a delivery stands, in an icon and a word; one that is being refused says so before the last attempt. */
import { CircleAlert, CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { isFailing } from '../../data/delivery-filter.ts';
import type { Delivery } from '../../data/resources.ts';
import { Pill, type Tone } from '../../ui/pill.tsx';
import { Until } from '../../ui/until.tsx';

type AttemptsSoFar = Pick<Delivery, 'state' | 'attempts' | 'last_status_code' | 'last_error' | 'next_attempt_at'>;

const looks: Record<Delivery['state'] | 'failing', { tone: Tone; icon: LucideIcon; word: string }> = {
  waiting: { tone: 'accent', icon: Clock, word: 'Waiting' },
  failing: { tone: 'warn', icon: CircleAlert, word: 'Failing' },
  delivered: { tone: 'good', icon: CircleCheck, word: 'Delivered' },
  failed: { tone: 'bad', icon: CircleX, word: 'Failed' },
};

export function DeliveryState({ delivery }: { delivery: Pick<Delivery, 'state' | 'attempts'> }) {
  const { tone, icon, word } = looks[isFailing(delivery) ? 'failing' : delivery.state];
  return (
    <Pill tone={tone} icon={icon}>
      {word}
    </Pill>
  );
}

/** The last answer, or why there was none. Null before the first. */
export function answerOf({ last_status_code, last_error }: AttemptsSoFar): string | null {
  return last_status_code === null ? last_error : `HTTP ${last_status_code}`;
}

/** What went wrong and what happens next; nothing where all is well. */
export function Trouble({ delivery, className }: { delivery: AttemptsSoFar; className?: string }) {
  const answer = answerOf(delivery);
  if (answer === null || (delivery.state !== 'failed' && !isFailing(delivery))) return null;
  return (
    <span className={className} title={answer}>
      {delivery.last_status_code === null ? 'No answer' : answer}
      {delivery.next_attempt_at !== null && (
        <>
          , again <Until time={delivery.next_attempt_at} />
        </>
      )}
    </span>
  );
}

export const inMilliseconds = (milliseconds: number | null): string =>
  milliseconds === null ? '–' : milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
