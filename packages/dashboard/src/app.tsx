/** The routes. */
import { QueryClientProvider } from '@tanstack/react-query';
import { Route, Switch, useLocation, useRoute } from 'wouter';
import { queryClient } from './data/query-client.ts';
import { useSessionEnd } from './data/session.ts';
import { NotFoundScreen } from './screens/not-found-screen.tsx';
import {
  BalanceScreen,
  DocsScreen,
  GenerationsScreen,
  KeysScreen,
  OperatorScreen,
  PlaygroundScreen,
  SettingsScreen,
  SignInScreen,
  WebhooksScreen,
} from './screens/screens.tsx';
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
      <Route path="/sign-in">
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
      <Screens />
    </FaultBoundary>
  );
}

function Screens() {
  const [isHome] = useRoute('/');
  const [, opened] = useRoute('/generations/:id');
  // One element for both addresses: the gallery stays as it is while a generation opens over it.
  if (isHome || opened !== null) return <GenerationsScreen openId={opened?.id} />;
  return (
    <Switch>
      <Route path="/playground/:family?">{({ family }) => <PlaygroundScreen family={family} />}</Route>
      <Route path="/keys">
        <KeysScreen />
      </Route>
      <Route path="/balance">
        <BalanceScreen />
      </Route>
      <Route path="/webhooks/:id?">{({ id }) => <WebhooksScreen openId={id} />}</Route>
      <Route path="/settings">
        <SettingsScreen />
      </Route>
      <Route path="/operator/:part?">{({ part }) => <OperatorScreen part={part} />}</Route>
      <Route path="/docs">
        <DocsScreen />
      </Route>
      <Route>
        <NotFoundScreen />
      </Route>
    </Switch>
  );
}
