/** Lets so much work be done at once; what comes later waits until some of it has ended. */

export type LimitAtOnce = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function limitAtOnce(max: number): LimitAtOnce {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return async (work) => {
    if (underWay >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else underWay += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) underWay -= 1;
      else next();
    }
  };
}
