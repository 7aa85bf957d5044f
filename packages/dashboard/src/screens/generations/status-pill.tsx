/** Where a generation stands: icon and word, never colour alone. */
import { CircleCheck, CircleDashed, CircleX, LoaderCircle } from 'lucide-react';
import type { GenerationSummary } from '../../data/resources.ts';
import { isCancelled } from '../../data/status-filter.ts';
import { Pill } from '../../ui/pill.tsx';
import { Progress } from '../../ui/progress.tsx';

const looks = {
  pending: { tone: 'neutral', icon: CircleDashed, word: 'Queued' },
  processing: { tone: 'accent', icon: LoaderCircle, word: 'Processing' },
  completed: { tone: 'good', icon: CircleCheck, word: 'Completed' },
  failed: { tone: 'bad', icon: CircleX, word: 'Failed' },
  cancelled: { tone: 'neutral', icon: CircleX, word: 'Cancelled' },
} as const;

export function StatusPill({ generation }: { generation: Pick<GenerationSummary, 'status' | 'failure_code'> }) {
  const { tone, icon, word } = looks[isCancelled(generation) ? 'cancelled' : generation.status];
  return (
    <Pill tone={tone} icon={icon}>
      {word}
    </Pill>
  );
}

/** How far it has come, or its position in the queue; nothing once it has ended. */
export function HowFar({ generation }: { generation: GenerationSummary }) {
  const { status, progress, queue_position } = generation;
  if (status === 'pending') {
    return (
      <span className="text-tiny text-muted">
        {queue_position === null ? 'Waiting for its turn' : `Position ${queue_position} in the queue`}
      </span>
    );
  }
  if (status !== 'processing') return null;
  return (
    <div className="flex items-center gap-2">
      <Progress label="Progress" percent={progress} />
      <span className="w-9 text-right text-tiny whitespace-nowrap text-muted">
        {progress === null ? '' : `${progress} %`}
      </span>
    </div>
  );
}
