/** Does something for each of many, a few at once: as with files, where most of the time is waiting for a store. */

/** How many files are on their way at once. */
export const filesAtOnceMax = 8;

/** Nothing is under way any more when this returns or rejects; after the first fault nothing is begun. */
export async function fewAtOnce<Item>(
  items: readonly Item[],
  atOnceMax: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const faults: unknown[] = [];
  const waiting = items.values();
  const workOn = async () => {
    for (const item of waiting) {
      if (faults.length > 0) return;
      await work(item).catch((fault) => faults.push(fault));
    }
  };
  await Promise.all(Array.from({ length: atOnceMax }, workOn));
  if (faults.length > 0) throw faults[0];
}
