/** The routes. Every screen is a file of its own, fetched when it is first looked at. */
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Switch, useRoute } from 'wouter';
import { queryClient } from './data/query-client.ts';
import { useSessionEnd } from './data/session.ts';
import { NotFoundScreen } from './screens/not-found-screen.tsx';
import { FaultBoundary } from './shell/fault-boundary.tsx';
import { LoadingScreen } from './shell/loading-screen.tsx';
import { Shell } from './shell/shell.tsx';
import { Toasts } from './ui/toast.tsx';

function screen<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: (await load()) as ComponentType<unknown> })) as unknown as ComponentType<Props>;
}

const GenerationsScreen = screen(
  async () => (await import('./screens/generations/generations-screen.tsx')).GenerationsScreen,
);
const PlaygroundScreen = screen(
  async () => (await import('./screens/playground/playground-screen.tsx')).PlaygroundScreen,
);
const KeysScreen = screen(async () => (await import('./screens/keys/keys-screen.tsx')).KeysScreen);
const BalanceScreen = screen(async () => (await import('./screens/balance/balance-screen.tsx')).BalanceScreen);
const WebhooksScreen = screen(async () => (await import('./screens/webhooks/webhooks-screen.tsx')).WebhooksScreen);
const SettingsScreen = screen(async () => (await import('./screens/settings/settings-screen.tsx')).SettingsScreen);
const OperatorScreen = screen(async () => (await import('./screens/operator/operator-screen.tsx')).OperatorScreen);
const DocsScreen = screen(async () => (await import('./screens/docs/docs-screen.tsx')).DocsScreen);
const SignInScreen = screen(async () => (await import('./screens/sign-in/sign-in-screen.tsx')).SignInScreen);

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
            <Suspense fallback={<LoadingScreen />}>
              <InsideRoutes />
            </Suspense>
          </Shell>
        </Route>
      </Switch>
    </Suspense>
  );
}

function InsideRoutes() {
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
