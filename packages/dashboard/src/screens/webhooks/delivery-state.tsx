/** How a delivery stands, in an icon and a word. */
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { Delivery } from '../../data/resources.ts';
import { Pill, type Tone } from '../../ui/pill.tsx';

const states: Record<Delivery['state'], { tone: Tone; icon: LucideIcon; word: string }> = {
  waiting: { tone: 'accent', icon: Clock, word: 'Waiting' },
  delivered: { tone: 'good', icon: CircleCheck, word: 'Delivered' },
  failed: { tone: 'bad', icon: CircleX, word: 'Failed' },
};

export function DeliveryState({ state }: { state: Delivery['state'] }) {
  const { tone, icon, word } = states[state];
  return (
    <Pill tone={tone} icon={icon}>
      {word}
    </Pill>
  );
}

export const inMilliseconds = (milliseconds: number | null): string =>
  milliseconds === null ? '–' : milliseconds < 1_000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
