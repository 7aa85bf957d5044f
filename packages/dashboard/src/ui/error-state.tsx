/** Something could not be shown: says why, in the service's words, with the request's id and another try. */
import { Refusal } from '@afterimage/client';
import { CircleAlert, RotateCw, WifiOff } from 'lucide-react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { CopyText } from './copy-text.tsx';
import { withDollars } from './money-text.ts';

export interface ErrorStateProps {
  fault: unknown;
  onRetry?: () => void;
  title?: string;
  className?: string;
}

export function ErrorState({ fault, onRetry, title, className = 'border py-12' }: ErrorStateProps) {
  const refusal = fault instanceof Refusal ? fault : null;
  const outOfReach = refusal?.status === 0;
  const Icon = outOfReach ? WifiOff : CircleAlert;
  return (
    <section
      role="alert"
      className={classes(
        'flex flex-col items-center gap-3 rounded-card border-line bg-surface px-4 text-center',
        className,
      )}
    >
      <span className="flex size-12 items-center justify-center rounded-full bg-bad-soft text-bad">
        <Icon size={22} aria-hidden />
      </span>
      <h2 className="text-large font-semibold">
        {title ?? (outOfReach ? 'The service cannot be reached' : 'This could not be loaded')}
      </h2>
      <p className="max-w-xl text-muted">{outOfReach ? 'Check the connection, then try again.' : sentenceOf(fault)}</p>
      {refusal?.requestId && (
        <p className="text-small text-muted">
          Request <CopyText text={refusal.requestId} />
        </p>
      )}
      {onRetry && (
        <Button icon={RotateCw} onClick={onRetry}>
          Try again
        </Button>
      )}
    </section>
  );
}

/** What a person is told of a fault; faults of the page itself say little, so that they get a sentence. */
export function sentenceOf(fault: unknown): string {
  if (fault instanceof Refusal) return withDollars(fault.message);
  return 'Something went wrong in this page. Reload it, and tell the operator if it happens again.';
}
