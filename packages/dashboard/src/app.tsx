/** The routes. Every screen is a file of its own, fetched when it is first looked at. */
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Route, Switch, useLocation, useRoute } from 'wouter';
import { pageFile } from './data/page-file.ts';
import { queryClient } from './data/query-client.ts';
import { useSessionEnd } from './data/session.ts';
import { NotFoundScreen } from './screens/not-found-screen.tsx';
import { FaultBoundary } from './shell/fault-boundary.tsx';
import { LoadingScreen } from './shell/loading-screen.tsx';
import { Shell } from './shell/shell.tsx';
import { Toasts } from './ui/toast.tsx';

const GenerationsScreen = pageFile(
  async () => (await import('./screens/generations/generations-screen.tsx')).GenerationsScreen,
);
const PlaygroundScreen = pageFile(
  async () => (await import('./screens/playground/playground-screen.tsx')).PlaygroundScreen,
);
const KeysScreen = pageFile(async () => (await import('./screens/keys/keys-screen.tsx')).KeysScreen);
const BalanceScreen = pageFile(async () => (await import('./screens/balance/balance-screen.tsx')).BalanceScreen);
const WebhooksScreen = pageFile(async () => (await import('./screens/webhooks/webhooks-screen.tsx')).WebhooksScreen);
const SettingsScreen = pageFile(async () => (await import('./screens/settings/settings-screen.tsx')).SettingsScreen);
const OperatorScreen = pageFile(async () => (await import('./screens/operator/operator-screen.tsx')).OperatorScreen);
const DocsScreen = pageFile(async () => (await import('./screens/docs/docs-screen.tsx')).DocsScreen);
const SignInScreen = pageFile(async () => (await import('./screens/sign-in/sign-in-screen.tsx')).SignInScreen);

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
    <Suspense fallback={<LoadingScreen />}>
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
    </Suspense>
  );
}

/** A screen that fails, or whose file does not come, leaves the rail and the way to the others. */
function InsideRoutes() {
  const [address] = useLocation();
  return (
    <FaultBoundary address={address}>
      <Suspense fallback={<LoadingScreen />}>
        <Screens />
      </Suspense>
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
