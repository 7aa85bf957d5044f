/** The list of keys that `?` shows. */
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { paletteKeys } from './palette-keys.ts';

type Way = readonly [keys: string, what: string];

interface ShortcutsListProps {
  ways: readonly Way[];
  choice: 'on' | 'off';
  choose(choice: 'on' | 'off'): void;
  onClose(): void;
}

export function ShortcutsList({ ways, choice, choose, onClose }: ShortcutsListProps) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {[...onEveryScreen, ...ways].map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt className="flex gap-1">
              {keys.split(' ').map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-[6px] border border-line bg-sunken px-1.5 text-center font-mono text-small"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-muted">{what}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label="Single-key shortcuts"
        checked={choice === 'on'}
        onChange={(event) => choose(event.target.checked ? 'on' : 'off')}
      />
    </Dialog>
  );
}

const onEveryScreen: readonly Way[] = [
  [paletteKeys, 'Search, go anywhere, do anything'],
  ['/', 'Search or filter'],
  ['c', 'Create'],
  ['j', 'Next item'],
  ['k', 'Previous item'],
  ['Enter', 'Open the item'],
  ['x', 'Select the item'],
  ['Esc', 'Close'],
  ['?', 'This list'],
];
