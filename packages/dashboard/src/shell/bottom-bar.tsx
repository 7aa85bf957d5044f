/** Under 640 px the rail becomes a bar at the thumb: four places and the rest behind "More". */
import { Ellipsis, LogOut } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { usePerson } from '../data/session.ts';
import { classes } from '../ui/classes.ts';
import { isAt, type Place, placesFor } from './places.ts';
import { AccountSwitch, useSignOut } from './rail.tsx';

const shownMax = 4;
const item = 'flex min-h-14 flex-1 flex-col items-center justify-center gap-1 text-[0.6875rem] font-medium';

export function BottomBar() {
  const { person } = usePerson();
  const [path] = useLocation();
  const all = placesFor(person);
  const hidden = all.slice(shownMax);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {all.slice(0, shownMax).map((place) => (
        <BarLink key={place.path} place={place} path={path} />
      ))}
      <button
        type="button"
        popoverTarget="more-places"
        className={classes(item, hidden.some((place) => isAt(place, path)) ? 'text-accent-text' : 'text-muted')}
      >
        <Ellipsis size={20} aria-hidden />
        More
      </button>
      <More places={hidden} path={path} />
    </nav>
  );
}

function BarLink({ place, path }: { place: Place; path: string }) {
  return (
    <Link
      href={place.path}
      aria-current={isAt(place, path) ? 'page' : undefined}
      className={classes(item, isAt(place, path) ? 'text-accent-text' : 'text-muted')}
    >
      <place.icon size={20} aria-hidden />
      {place.name}
    </Link>
  );
}

function More({ places, path }: { places: readonly Place[]; path: string }) {
  const signOut = useSignOut();
  const close = () => document.getElementById('more-places')?.hidePopover();
  const row = 'flex min-h-11 items-center gap-3 rounded-control px-3 text-left font-medium';
  return (
    <div
      id="more-places"
      popover="auto"
      className="inset-auto right-3 bottom-18 m-0 w-56 rounded-card border border-line bg-surface p-2 text-ink"
    >
      <div className="flex flex-col gap-0.5">
        {places.map((place) => (
          <Link
            key={place.path}
            href={place.path}
            onClick={close}
            aria-current={isAt(place, path) ? 'page' : undefined}
            className={classes(row, isAt(place, path) ? 'bg-accent-soft text-accent-text' : 'text-ink')}
          >
            <place.icon size={18} aria-hidden />
            {place.name}
          </Link>
        ))}
        <AccountSwitch />
        <button type="button" onClick={signOut} className={classes(row, 'text-muted')}>
          <LogOut size={18} aria-hidden />
          Sign out
        </button>
      </div>
    </div>
  );
}
