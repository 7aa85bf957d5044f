/** How long until something happens, counted down, with the exact time on hover. */
import { useEffect, useState } from 'react';
import { ageOf, exactTime } from './age.tsx';

export function Until({ time }: { time: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  return (
    <time dateTime={time} title={exactTime(time)} className="whitespace-nowrap">
      {seconds <= 0 ? 'now' : seconds < 120 ? `in ${seconds} s` : ageOf(time, now)}
    </time>
  );
}
