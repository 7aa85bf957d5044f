/** The routes. */
import { QueryClientProvider } from '@tanstack/react-query';
import { Route, Switch, useLocation } from 'wouter';
import { addresses } from './data/addresses.ts';
import { queryClient } from './data/query-client.ts';
import { useSessionEnd } from './data/session.ts';
import { NotFoundScreen, SignInScreen, screenAt } from './screens/screens.tsx';
import { FaultBoundary } from './shell/fault-boundary.tsx';
import { Shell } from './shell/shell.tsx';
import { Toasts } from './ui/toast.tsx';

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <FaultBoundary>
        <Routes />
      </FaultBoundary>
      <Toasts />
    </QueryClientProvider>
  );
}

function Routes() {
  useSessionEnd();
  return (
    <Switch>
      <Route path={addresses.signIn}>
        <SignInScreen />
      </Route>
      <Route>
        <Shell>
          <InsideRoutes />
        </Shell>
      </Route>
    </Switch>
  );
}

/** A screen that fails, or whose file does not come, leaves the rail and the way to the others. */
function InsideRoutes() {
  const [address] = useLocation();
  return (
    <FaultBoundary address={address}>
      <Content />
    </FaultBoundary>
  );
}

function Content() {
  const [address] = useLocation();
  const at = screenAt(address);
  // The gallery has two addresses and one element: it stays as it is while a generation opens over it.
  return at === undefined ? <NotFoundScreen /> : <at.screen.Content item={at.item} />;
}
