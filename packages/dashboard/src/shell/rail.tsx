/** The rail on the left: where one is, whose account it is, live or sandbox. */
import { Keyboard, LogOut } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useChange } from '../data/reads.ts';
import { useChangeScope, useScope } from '../data/scope.ts';
import { endSession, usePerson } from '../data/session.ts';
import { fetchScreen } from '../screens/screens.tsx';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { toastFault } from '../ui/toast.tsx';
import { ConnectionChip } from './connection-chip.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { isAt, placesFor } from './places.ts';
import { showShortcuts } from './shortcuts.tsx';
import { Wordmark } from './wordmark.tsx';

export function Rail() {
  const { person } = usePerson();
  const [path] = useLocation();
  return (
    <header className="fixed inset-y-0 left-0 z-20 hidden w-56 flex-col gap-4 border-r border-line bg-surface p-3 sm:flex">
      <div className="px-2 pt-2">
        <Wordmark />
      </div>
      <div className="flex flex-col gap-2">
        <AccountSwitch />
        <ModeSwitch />
      </div>
      <nav aria-label="Main" className="flex flex-1 flex-col gap-0.5 overflow-y-auto">
        {placesFor(person).map((place) => (
          <Link
            key={place.path}
            href={place.path}
            onPointerEnter={() => fetchScreen(place.path)}
            onFocus={() => fetchScreen(place.path)}
            aria-current={isAt(place, path) ? 'page' : undefined}
            className={classes(
              'flex min-h-9 items-center gap-3 rounded-control px-3 font-medium transition-colors',
              isAt(place, path) ? 'bg-accent-soft text-accent-text' : 'text-muted hover:bg-hover hover:text-ink',
            )}
          >
            <place.icon size={17} aria-hidden />
            {place.name}
          </Link>
        ))}
      </nav>
      <ConnectionChip />
      <PersonRow />
    </header>
  );
}

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

export function useSignOut(): () => void {
  const signOut = useChange('signOut');
  const [, navigate] = useLocation();
  return () =>
    signOut.mutate(
      {},
      {
        onSuccess() {
          navigate('/sign-in');
          endSession();
        },
        onError: toastFault,
      },
    );
}
