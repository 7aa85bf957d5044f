/** Every screen, each a file of its own that is fetched when it is first looked at, or is about to be. */
import { pageFile } from '../data/page-file.ts';
import { LoadingScreen } from '../shell/loading-screen.tsx';

const loading = <LoadingScreen />;

export const GenerationsScreen = pageFile(
  async () => (await import('./generations/generations-screen.tsx')).GenerationsScreen,
  loading,
);
export const PlaygroundScreen = pageFile(
  async () => (await import('./playground/playground-screen.tsx')).PlaygroundScreen,
  loading,
);
export const KeysScreen = pageFile(async () => (await import('./keys/keys-screen.tsx')).KeysScreen, loading);
export const BalanceScreen = pageFile(
  async () => (await import('./balance/balance-screen.tsx')).BalanceScreen,
  loading,
);
export const WebhooksScreen = pageFile(
  async () => (await import('./webhooks/webhooks-screen.tsx')).WebhooksScreen,
  loading,
);
export const SettingsScreen = pageFile(
  async () => (await import('./settings/settings-screen.tsx')).SettingsScreen,
  loading,
);
export const OperatorScreen = pageFile(
  async () => (await import('./operator/operator-screen.tsx')).OperatorScreen,
  loading,
);
export const DocsScreen = pageFile(async () => (await import('./docs/docs-screen.tsx')).DocsScreen, loading);
export const SignInScreen = pageFile(async () => (await import('./sign-in/sign-in-screen.tsx')).SignInScreen, loading);
/** Over the gallery, or in its place. */
export const DetailSheet = pageFile(async () => (await import('./generation/detail-sheet.tsx')).DetailSheet);
export const SelectionBar = pageFile(async () => (await import('./generations/selection-bar.tsx')).SelectionBar);
export const NoneFits = pageFile(async () => (await import('./generations/none-fits.tsx')).NoneFits);

const screenAt: Record<string, readonly { fetch(): void }[]> = {
  '': [GenerationsScreen],
  generations: [GenerationsScreen, DetailSheet],
  playground: [PlaygroundScreen],
  keys: [KeysScreen],
  balance: [BalanceScreen],
  webhooks: [WebhooksScreen],
  settings: [SettingsScreen],
  operator: [OperatorScreen],
  docs: [DocsScreen],
  'sign-in': [SignInScreen],
};

/** The file comes while the service is asked who is there, or while a pointer is on its way to the link. */
export function fetchScreen(path: string): void {
  for (const screen of screenAt[path.split('/')[1] ?? ''] ?? []) screen.fetch();
}
