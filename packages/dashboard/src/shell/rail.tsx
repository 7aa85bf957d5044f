/** The rail on the left: where one is, whose account it is, live or sandbox. */
import { Keyboard, LogOut, Search } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useChangeScope, useScope } from '../data/scope.ts';
import { usePerson } from '../data/session.ts';
import { fetchScreen, linkTo, screenAt, screensFor } from '../screens/screens.tsx';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { ConnectionChip } from './connection-chip.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { paletteKeys } from './palette-keys.ts';
import { showPalette, showShortcuts } from './shortcuts.tsx';
import { ShownBalance } from './shown-balance.tsx';
import { useSignOut } from './sign-out.ts';
import { Wordmark } from './wordmark.tsx';

export function Rail() {
  const { person, membership } = usePerson();
  const [path] = useLocation();
  const here = screenAt(path)?.screen;
  return (
    <header className="fixed inset-y-0 left-0 z-20 hidden w-56 flex-col gap-4 border-r border-line bg-surface p-3 sm:flex">
      <div className="px-2 pt-2">
        <Wordmark />
      </div>
      <div className="flex flex-col gap-2">
        <AccountSwitch />
        <ModeSwitch />
        {membership !== undefined && <ShownBalance className="px-3" />}
      </div>
      <button
        type="button"
        onClick={showPalette}
        className="flex min-h-9 items-center gap-3 rounded-control border border-line px-3 text-muted transition-colors hover:bg-hover hover:text-ink"
      >
        <Search size={17} aria-hidden />
        Search
        <kbd className="ml-auto font-sans text-tiny">{paletteKeys}</kbd>
      </button>
      <nav aria-label="Main" className="flex flex-1 flex-col gap-0.5 overflow-y-auto">
        {screensFor(person).map((screen) => (
          <Link
            key={screen.path}
            ref={screen === here ? bringIntoView : undefined}
            href={linkTo(screen)}
            onPointerEnter={() => fetchScreen(screen.path)}
            onFocus={() => fetchScreen(screen.path)}
            aria-current={screen === here ? 'page' : undefined}
            className={classes(
              'flex min-h-9 items-center gap-3 rounded-control px-3 font-medium transition-colors',
              screen === here ? 'bg-accent-soft text-accent-text' : 'text-muted hover:bg-hover hover:text-ink',
            )}
          >
            <screen.icon size={17} aria-hidden />
            {screen.name}
          </Link>
        ))}
      </nav>
      <ConnectionChip />
      <PersonRow />
    </header>
  );
}

/** In a low window, or a page shown twice as large, the links are more than fit. */
const bringIntoView = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest' });

/** Only for those who are in more than one. */
export function AccountSwitch() {
  const { person, membership } = usePerson();
  const { account } = useScope();
  const { setAccount } = useChangeScope();
  if (person.memberships.length < 2) return null;
  return (
    <select
      aria-label="Account"
      value={account ?? membership?.account_id}
      onChange={(event) => setAccount(event.target.value)}
      className="h-9 w-full min-w-0 truncate rounded-control border border-edge bg-surface px-2 font-medium"
    >
      {person.memberships.map(({ account_id, email }) => (
        <option key={account_id} value={account_id}>
          {email}
        </option>
      ))}
    </select>
  );
}

function PersonRow() {
  const { person } = usePerson();
  const signOut = useSignOut();
  return (
    <div className="flex items-center gap-1 border-t border-line pt-3 pl-2">
      <span title={person.email} className="min-w-0 flex-1 truncate text-small text-muted">
        {person.email}
      </span>
      <IconButton icon={Keyboard} label="Keyboard shortcuts" onClick={showShortcuts} />
      <IconButton icon={LogOut} label="Sign out" onClick={signOut} />
    </div>
  );
}
