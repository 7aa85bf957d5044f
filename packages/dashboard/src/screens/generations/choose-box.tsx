/** The box that chooses a generation: seen when the pointer or the focus is there, and on all once one is chosen. */
import { classes } from '../../ui/classes.ts';
import { toggle, useIsChosen } from './selection.ts';

/** For what lies in a corner of a card or a row. */
export const inCorner =
  'absolute flex size-7 items-center justify-center rounded-control border border-line bg-surface opacity-0 ' +
  'transition-opacity group-hover/item:opacity-100 group-data-choosing/list:opacity-100 focus-within:opacity-100 ' +
  'pointer-coarse:opacity-100';

export function ChooseBox({ id, prompt, className }: { id: string; prompt: string; className: string }) {
  const isChosen = useIsChosen(id);
  return (
    <label className={classes(inCorner, className)}>
      <input
        type="checkbox"
        data-choose
        aria-label={`Select ${prompt}`}
        checked={isChosen}
        onChange={() => toggle(id)}
        className="size-4 accent-accent"
      />
    </label>
  );
}
