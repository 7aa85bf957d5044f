/** What a generation has come to: the medium itself, how far it is, or why there is none. */
import { failureMeanings } from '@afterimage/contract';
import { CircleX, Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { mediaAddress } from '../../data/media-address.ts';
import type { Generation } from '../../data/resources.ts';
import { isCancelled } from '../../data/status-filter.ts';
import { classes } from '../../ui/classes.ts';
import { Progress } from '../../ui/progress.tsx';
import { useUsualSeconds } from './use-usual-seconds.ts';
import { leftInWords, secondsInWords, secondsLeft } from './usual-time.ts';

export function Outcome({ generation }: { generation: Generation }) {
  const { status, media_url, failure_code, failure_reason } = generation;
  if (status === 'failed') {
    return (
      <div
        className={classes(
          'flex flex-col items-center gap-1.5 px-6 py-8 text-center',
          isCancelled(generation) ? 'text-muted' : 'text-bad',
        )}
      >
        <CircleX size={24} aria-hidden />
        <span className="font-medium">{failure_code}</span>
        <span className="text-small text-muted">{failureMeanings[failure_code ?? ''] ?? failure_reason}</span>
      </div>
    );
  }
  if (status !== 'completed') return <UnderWay generation={generation} />;
  if (media_url === null) {
    return (
      <div className="flex flex-col items-center gap-1.5 px-6 py-8 text-muted">
        <Hourglass size={24} aria-hidden />
        The file is no longer kept
      </div>
    );
  }
  return <Medium generation={generation} address={mediaAddress(media_url)} />;
}

const large = 'max-h-[min(48dvh,40rem)] w-full object-contain';
const wantsStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function Medium({ generation, address }: { generation: Generation; address: string }) {
  const { output, prompt, poster_url } = generation;
  if (output === 'image') return <img src={address} alt={prompt} className={large} />;
  return (
    <video
      src={address}
      poster={poster_url === null ? undefined : mediaAddress(poster_url)}
      aria-label={`Video: ${prompt}`}
      controls
      playsInline
      loop
      // Browsers play by themselves what makes no noise; the sound is a click away.
      muted
      autoPlay={!wantsStillness()}
      preload="auto"
      className={large}
    />
  );
}

function UnderWay({ generation }: { generation: Generation }) {
  const { status, progress, queue_position, family, model } = generation;
  const usual = useUsualSeconds(family, model);
  const left = secondsLeft(generation, { usual, now: useSeconds() });
  const [words, time] =
    status === 'pending'
      ? [
          queue_position === null ? 'In the queue' : `Position ${queue_position} in the queue`,
          usual === undefined ? '' : `Usually takes ${secondsInWords(usual)} from its start`,
        ]
      : [progress === null ? 'Being made' : `Being made, ${progress} %`, left === undefined ? '' : leftInWords(left)];
  return (
    <div className="flex w-2/3 flex-col items-center gap-3 py-8 text-center">
      <span className="font-medium">{words}</span>
      <Progress label={words} percent={status === 'processing' ? progress : null} />
      <span className="h-5 text-small text-muted">{time}</span>
    </div>
  );
}

/** The time, every second. */
function useSeconds(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
