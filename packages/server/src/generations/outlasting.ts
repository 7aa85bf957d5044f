/** Lets work go on for a while after a worker was told to stop: what it may have cost money for must not be lost a moment before its end. */

/** The signal that `work` gets aborts so long after the other has. */
export async function outlasting<Result>(
  signal: AbortSignal,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stopping = () => {
    timer = setTimeout(() => late.abort(signal.reason), milliseconds);
  };
  if (signal.aborted) stopping();
  else signal.addEventListener('abort', stopping, { once: true });
  try {
    return await work(late.signal);
  } finally {
    signal.removeEventListener('abort', stopping);
    clearTimeout(timer);
  }
}
