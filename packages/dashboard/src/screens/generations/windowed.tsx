/**
 * A list of any length of which only the part near the window is in the page. Items are put together in groups of whole
 * rows; a group out of sight is an empty box of the height it had.
 */
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

export interface WindowedProps<Item> {
  items: readonly Item[];
  /** Must stay the same from one rendering to the next where nothing changed for the items. */
  render(items: readonly Item[]): ReactNode;
  /** Height of a group that has never been seen. */
  guessPixels: number;
}

/** Small enough to be drawn within a frame or two while one scrolls. */
export const groupItems = 12;
/** A large window is full from the start. */
const drawnGroupsAtFirst = 4;
/** How far outside the window a group is still drawn: one may scroll a screen without seeing a gap. */
const marginPixels = 1_000;

export function Windowed<Item>({ items, render, guessPixels }: WindowedProps<Item>) {
  const groups = useMemo(() => grouped(items, groupItems), [items]);
  return groups.map((group, index) => (
    <Group
      // biome-ignore lint/suspicious/noArrayIndexKey: a group is a place in the list, whatever stands there
      key={index}
      items={group}
      render={render as (items: readonly unknown[]) => ReactNode}
      guessPixels={Math.ceil((guessPixels * group.length) / groupItems)}
      drawnAtFirst={index < drawnGroupsAtFirst}
    />
  ));
}

interface GroupProps {
  items: readonly unknown[];
  render(items: readonly unknown[]): ReactNode;
  guessPixels: number;
  drawnAtFirst: boolean;
}

const Group = memo(
  function Group({ items, render, guessPixels, drawnAtFirst }: GroupProps) {
    const box = useRef<HTMLDivElement>(null);
    const [drawn, setDrawn] = useState(drawnAtFirst);
    const height = useRef(guessPixels);
    useEffect(() => {
      const element = box.current;
      if (element === null) return;
      const observer = new IntersectionObserver(
        (entries) => {
          // Several may come at once where the page was busy: only the last is how it is now.
          const entry = entries.at(-1);
          if (entry === undefined) return;
          if (!entry.isIntersecting && entry.boundingClientRect.height > 0)
            height.current = entry.boundingClientRect.height;
          // Never take away what has the keyboard's focus.
          setDrawn(entry.isIntersecting || element.contains(document.activeElement));
        },
        { rootMargin: `${marginPixels}px 0px` },
      );
      observer.observe(element);
      return () => observer.disconnect();
    }, []);
    return (
      <div ref={box} style={drawn ? undefined : { height: height.current }}>
        {drawn && render(items)}
      </div>
    );
  },
  (before, now) => before.render === now.render && isSame(before.items, now.items),
);

const isSame = (before: readonly unknown[], now: readonly unknown[]): boolean =>
  before.length === now.length && before.every((item, at) => item === now[at]);

function grouped<Item>(items: readonly Item[], size: number): Item[][] {
  const groups: Item[][] = [];
  for (let at = 0; at < items.length; at += size) groups.push(items.slice(at, at + size));
  return groups;
}
