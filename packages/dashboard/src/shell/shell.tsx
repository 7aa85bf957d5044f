/** The frame around every screen but sign-in: rail or bottom bar, live stream, shortcuts, skip link. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Router, useLocation } from 'wouter';
import { useEventStream } from '../data/events.ts';
import { useKeepLastAddress } from '../data/last-address.ts';
import { pageFile } from '../data/page-file.ts';
import { useLinkWriter, useScope, useScopeInAddress } from '../data/scope.ts';
import { usePerson, useSession } from '../data/session.ts';
import { screenAt } from '../screens/screens.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { useLostAccount } from './lost-account.ts';
import { LowBalance } from './low-balance.tsx';
import { Rail } from './rail.tsx';
import { SandboxBand } from './sandbox-band.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { useSpokenProgress } from './spoken-progress.ts';
import { TopBar } from './top-bar.tsx';

const Suspended = pageFile(async () => (await import('./suspended.tsx')).Suspended);
const NoAccount = pageFile(async () => (await import('./no-account.tsx')).NoAccount);

export function Shell({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.data !== undefined) {
    const { email, operator, memberships } = session.data;
    return memberships.length === 0 && !operator ? <NoAccount email={email} /> : <Frame>{children}</Frame>;
  }
  // A session that is not there leads to the sign-in page; meanwhile nothing should flash.
  const refused = session.error !== null && 'status' in session.error && session.error.status === 401;
  return (
    <main className="min-h-dvh">
      {session.error === null || refused ? (
        <LoadingScreen />
      ) : (
        <div className="mx-auto max-w-xl p-8">
          <ErrorState fault={session.error} onRetry={() => void session.refetch()} />
        </div>
      )}
    </main>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { mode } = useScope();
  const { person, membership } = usePerson();
  const accounts = person.memberships.map(({ account_id }) => account_id);
  useScopeInAddress(accounts);
  useKeepLastAddress();
  useLostAccount();
  useSpokenProgress();
  const main = useFocusOnArrival();
  const linkWriter = useLinkWriter(accounts);
  return (
    <Router hrefs={linkWriter}>
      <div className="min-h-dvh sm:pl-56">
        <a
          href="#main"
          className="sr-only z-40 rounded-control bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >
          Skip to content
        </a>
        <Rail />
        <TopBar />
        <main id="main" ref={main} tabIndex={-1} className="min-w-0 pb-20 outline-none sm:pb-0">
          {mode === 'sandbox' && <SandboxBand />}
          {membership?.suspended_at && <Suspended since={membership.suspended_at} />}
          {mode === 'live' && membership !== undefined && <LowBalance />}
          {children}
        </main>
        <BottomBar />
        <Shortcuts />
        <LiveRegion />
        {membership !== undefined && <LiveStream />}
      </div>
    </Router>
  );
}

/** Apart from the frame: an operator who is in no account has nothing to watch. */
function LiveStream() {
  useEventStream();
  return null;
}

/** A screen reader should begin with the new screen's content, as it would on a new page. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const screen = screenAt(path)?.screen;
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [screen]);
  return main;
}
