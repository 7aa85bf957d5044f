/** Room for so many at once; whoever comes later waits until somebody leaves. */

export type Room = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createRoom(max: number): Room {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else inside += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) inside -= 1;
      else next();
    }
  };
}
