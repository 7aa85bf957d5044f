/** A bar on a terminal that says how far a generation is, drawn over each time; in a pipe only of long pauses. */
import type { Progress as Seen, Trouble } from '@afterimage/client';
import { visible } from '../output.ts';

export interface Progress {
  show(text: string): void;
  /** What the service said last; the bar moves on by itself between two of these. */
  step(seen: Pick<Seen, 'status' | 'percent' | 'position'>): void;
  trouble(trouble: Trouble): void;
  /** The line goes, so that what is printed next stands alone. */
  end(): void;
}

export interface ProgressOptions {
  stream: { isTTY?: boolean; columns?: number; write(text: string): unknown };
  /** How long such a generation usually takes, once that is known. */
  usualSeconds: () => number | undefined;
  now: () => number;
}

const clearLine = '\r\x1b[2K';
const barCharacters = 24;
/** Of a terminal that does not say; some say 0. */
const columnsUsual = 80;
const redrawMilliseconds = 200;
const longPauseMilliseconds = 5_000;
/** Where the time alone is known, the bar never claims to be done. */
const guessMax = 0.95;

export function createProgress({ stream, usualSeconds, now }: ProgressOptions): Progress {
  const begun = now();
  let timer: ReturnType<typeof setInterval> | undefined;
  let percent: number | null = null;
  const line = (text: string) => {
    if (stream.isTTY) stream.write(`${clearLine}${text.slice(0, (stream.columns || columnsUsual) - 1)}`);
  };
  const show = (text: string) => {
    clearInterval(timer);
    line(text);
  };
  return {
    show,
    step(told) {
      // One that failed has no percent of its own any more: it stays as far as it was.
      const seen = { ...told, percent: told.status === 'failed' ? percent : (told.percent ?? percent) };
      percent = seen.percent;
      const draw = () => line(barLine(seen, { seconds: (now() - begun) / 1000, usualSeconds: usualSeconds() }));
      clearInterval(timer);
      draw();
      timer = setInterval(draw, redrawMilliseconds).unref();
    },
    trouble({ refusal, pauseMilliseconds }) {
      const told = `${visible(refusal.message).replace(/[.]$/, '')}. Again in ${(pauseMilliseconds / 1000).toFixed(1)} s.`;
      show(told);
      // Whoever reads a log is told of a pause that looks like a standstill.
      if (!stream.isTTY && pauseMilliseconds >= longPauseMilliseconds) stream.write(`${told}\n`);
    },
    end: () => show(''),
  };
}

/** `processing  ██████░░░░  42 %   0:12 of usually 0:30` */
export function barLine(
  { status, percent, position }: Pick<Seen, 'status' | 'percent' | 'position'>,
  { seconds, usualSeconds }: { seconds: number; usualSeconds: number | undefined },
): string {
  const queued = position === null ? '' : `  position ${position} in the queue`;
  const usually = usualSeconds === undefined ? '' : ` of usually ${clock(usualSeconds)}`;
  const guess = usualSeconds === undefined ? null : Math.min(seconds / usualSeconds, guessMax);
  const share = percent === null ? guess : percent / 100;
  const bar = share === null ? '' : `  ${drawn(share)}`;
  const told = percent === null ? '' : `  ${String(percent).padStart(3)} %`;
  return `${status.padEnd(10)}${bar}${told}  ${clock(seconds)}${usually}${queued}`;
}

function drawn(share: number): string {
  const full = Math.round(share * barCharacters);
  return '█'.repeat(full) + '░'.repeat(barCharacters - full);
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
