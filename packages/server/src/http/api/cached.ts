/** An answer that costs something is worked out once in so many seconds, however many ask. */

export function cachedFor<Value>(seconds: number, read: () => Promise<Value>): () => Promise<Value> {
  let known: { value: Promise<Value>; readAt: number } | undefined;
  return () => {
    const now = performance.now();
    if (known !== undefined && now - known.readAt < seconds * 1000) return known.value;
    const value = read();
    known = { value, readAt: now };
    value.catch(() => {
      if (known?.value === value) known = undefined;
    });
    return value;
  };
}
