/** Under 640 px the rail becomes a bar at the thumb: four screens and the rest behind "More". */
import { Ellipsis, LogOut, Search } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { addresses } from '../data/addresses.ts';
import { usePerson } from '../data/session.ts';
import { linkTo, type Screen, screenAt, screensFor } from '../screens/screens.tsx';
import { classes } from '../ui/classes.ts';
import { AccountSwitch } from './rail.tsx';
import { showPalette } from './shortcuts.tsx';
import { Left } from './shown-balance.tsx';
import { useSignOut } from './sign-out.ts';

const shownMax = 4;
const item = 'flex min-h-14 flex-1 flex-col items-center justify-center gap-1 text-[0.6875rem] font-medium';

export function BottomBar() {
  const { person, membership } = usePerson();
  const [path] = useLocation();
  const all = screensFor(person);
  const here = screenAt(path)?.screen;
  const hidden = all.slice(shownMax);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {all.slice(0, shownMax).map((screen) => (
        <BarLink key={screen.path} screen={screen} isHere={screen === here} hasMoney={membership !== undefined} />
      ))}
      <button
        type="button"
        popoverTarget="more-screens"
        className={classes(item, hidden.some((screen) => screen === here) ? 'text-accent-text' : 'text-muted')}
      >
        <Ellipsis size={20} aria-hidden />
        More
      </button>
      <More screens={hidden} here={here} />
    </nav>
  );
}

function BarLink({ screen, isHere, hasMoney }: { screen: Screen; isHere: boolean; hasMoney: boolean }) {
  return (
    <Link
      href={linkTo(screen)}
      aria-current={isHere ? 'page' : undefined}
      className={classes(item, isHere ? 'text-accent-text' : 'text-muted')}
    >
      <screen.icon size={20} aria-hidden />
      {/* There is no other place for what is left on a telephone. */}
      {screen.path === addresses.balance && hasMoney ? (
        <Left>
          <span className="sr-only"> left: {screen.name}</span>
        </Left>
      ) : (
        screen.name
      )}
    </Link>
  );
}

function More({ screens, here }: { screens: readonly Screen[]; here: Screen | undefined }) {
  const signOut = useSignOut();
  const close = () => document.getElementById('more-screens')?.hidePopover();
  const row = 'flex min-h-11 items-center gap-3 rounded-control px-3 text-left font-medium';
  return (
    <div
      id="more-screens"
      popover="auto"
      className="inset-auto right-3 bottom-18 m-0 w-56 rounded-card border border-line bg-surface p-2 text-ink"
    >
      <div className="flex flex-col gap-0.5">
        {screens.map((screen) => (
          <Link
            key={screen.path}
            href={linkTo(screen)}
            onClick={close}
            aria-current={screen === here ? 'page' : undefined}
            className={classes(row, screen === here ? 'bg-accent-soft text-accent-text' : 'text-ink')}
          >
            <screen.icon size={18} aria-hidden />
            {screen.name}
          </Link>
        ))}
        <AccountSwitch />
        <button
          type="button"
          onClick={() => {
            close();
            showPalette();
          }}
          className={row}
        >
          <Search size={18} aria-hidden />
          Search
        </button>
        <button type="button" onClick={signOut} className={classes(row, 'text-muted')}>
          <LogOut size={18} aria-hidden />
          Sign out
        </button>
      </div>
    </div>
  );
}
