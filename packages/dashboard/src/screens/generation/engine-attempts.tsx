/** For the operator: which engines were asked for it, how each attempt ended, and what it cost. */
import type { EngineAttempt, Generation } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { Part } from '../../ui/part.tsx';
import { Pill, type Tone } from '../../ui/pill.tsx';
import { noteInWords } from './attempt-notes.ts';

const words: Record<EngineAttempt['state'], { word: string; tone: Tone }> = {
  submitting: { word: 'Being asked', tone: 'accent' },
  accepted: { word: 'With it', tone: 'accent' },
  refused: { word: 'Refused', tone: 'warn' },
  unknown: { word: 'No answer', tone: 'warn' },
  succeeded: { word: 'Made it', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  cancelled: { word: 'Stopped', tone: 'neutral' },
  late: { word: 'Too late', tone: 'warn' },
};

export function EngineAttempts({ generation: { attempts, price } }: { generation: Generation }) {
  if (attempts === null || attempts.length === 0) return null;
  return (
    <Part title="Engines, for the operator">
      <ol className="flex flex-col gap-2">
        {attempts.map((attempt) => (
          <li
            key={`${attempt.engine} ${attempt.started_at}`}
            className="flex flex-col gap-1 rounded-card border border-line bg-surface px-4 py-2"
          >
            <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-medium">{attempt.engine}</span>
              <Pill tone={words[attempt.state].tone}>{words[attempt.state].word}</Pill>
              {attempt.cost_usd !== null && (
                <span>
                  cost ${attempt.cost_usd.toFixed(4)} of ${price}
                </span>
              )}
              <span className="flex-1" />
              <Age time={attempt.ended_at ?? attempt.started_at} className="text-muted" />
            </span>
            {attempt.vendor_id !== null && (
              <span className="font-mono text-small break-all text-muted">{attempt.vendor_id}</span>
            )}
            {attempt.notes.length > 0 && (
              <span className="text-small text-muted">{attempt.notes.map(noteInWords).join(', ')}</span>
            )}
            {attempt.error_class !== null && (
              <span className="text-small break-words text-bad">
                {attempt.error_class}
                {attempt.error !== null && `: ${attempt.error}`}
              </span>
            )}
          </li>
        ))}
      </ol>
    </Part>
  );
}
