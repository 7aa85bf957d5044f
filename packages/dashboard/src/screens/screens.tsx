/**
 * The table of screens, in the order of the rail. A screen is its folder and its line here: the line says where it is,
 * what it is called, and which file to fetch when it is first looked at, or is about to be.
 */
import {
  BookOpen,
  FlaskConical,
  GalleryVerticalEnd,
  KeyRound,
  type LucideIcon,
  Settings,
  ShieldCheck,
  Wallet,
  Webhook,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { addresses } from '../data/addresses.ts';
import { type PageFile, pageFile } from '../data/page-file.ts';
import { LoadingScreen } from '../ui/loading-screen.tsx';
import { DetailSheet } from './generations/page-files.ts';
import type { ScreenProps } from './screen-props.ts';

export interface Screen {
  /** Of `addresses` where others lead to it. */
  path: string;
  name: string;
  icon: LucideIcon;
  /** Goes there when it is pressed after `g`. */
  key: string;
  Content: PageFile<ScreenProps>;
  /** Shown at `/`, too, and linked there. */
  home?: true;
  /** It takes one further part of the address: `/playground/beta`. `over` is fetched with it. `ofOneMode`: the other has none. */
  item?: { over?: { fetch(): void }; ofOneMode?: true };
  onlyFor?: 'operator';
}

const fetched = (load: () => Promise<ComponentType<ScreenProps>>) => pageFile(load, <LoadingScreen />);

export const screens: readonly Screen[] = [
  {
    path: addresses.generations,
    name: 'Generations',
    icon: GalleryVerticalEnd,
    key: 'g',
    Content: fetched(async () => (await import('./generations/generations-screen.tsx')).GenerationsScreen),
    home: true,
    item: { over: DetailSheet, ofOneMode: true },
  },
  {
    path: addresses.playground,
    name: 'Playground',
    icon: FlaskConical,
    key: 'p',
    Content: fetched(async () => (await import('./playground/playground-screen.tsx')).PlaygroundScreen),
    item: {},
  },
  {
    path: addresses.keys,
    name: 'API keys',
    icon: KeyRound,
    key: 'k',
    Content: fetched(async () => (await import('./keys/keys-screen.tsx')).KeysScreen),
    item: { ofOneMode: true },
  },
  {
    path: addresses.balance,
    name: 'Balance',
    icon: Wallet,
    key: 'b',
    Content: fetched(async () => (await import('./balance/balance-screen.tsx')).BalanceScreen),
  },
  {
    path: addresses.webhooks,
    name: 'Webhooks',
    icon: Webhook,
    key: 'w',
    Content: fetched(async () => (await import('./webhooks/webhooks-screen.tsx')).WebhooksScreen),
    item: { ofOneMode: true },
  },
  {
    path: '/reference',
    name: 'API reference',
    icon: BookOpen,
    key: 'd',
    Content: fetched(async () => (await import('./reference/reference-screen.tsx')).ReferenceScreen),
  },
  {
    path: '/settings',
    name: 'Settings',
    icon: Settings,
    key: 's',
    Content: fetched(async () => (await import('./settings/settings-screen.tsx')).SettingsScreen),
  },
  {
    path: addresses.operator,
    name: 'Operator',
    icon: ShieldCheck,
    key: 'o',
    Content: fetched(async () => (await import('./operator/operator-screen.tsx')).OperatorScreen),
    item: {},
    onlyFor: 'operator',
  },
];

export const NotFoundScreen = fetched(async () => (await import('./not-found-screen.tsx')).NotFoundScreen);

/** Before the frame and its rail, for somebody whom the service does not know yet. */
export const SignInScreen = fetched(async () => (await import('./sign-in/sign-in-screen.tsx')).SignInScreen);

export const screensFor = (person: { operator: boolean }): Screen[] =>
  screens.filter(({ onlyFor }) => onlyFor !== 'operator' || person.operator);

export const linkTo = ({ home, path }: Screen): string => (home ? addresses.home : path);

/** The screen at an address, and what the address names on it. */
export function screenAt(address: string): { screen: Screen; item: string | undefined } | undefined {
  const [, first = '', item, ...rest] = address.split('/');
  const screen = screens.find(({ path, home }) => path === `/${first}` || (home && first === ''));
  if (screen === undefined || rest.length > 0) return undefined;
  if (item === undefined || item === '') return { screen, item: undefined };
  const decoded = decodedPart(item);
  return screen.item && decoded !== undefined ? { screen, item: decoded } : undefined;
}

/** Undefined where the address was not written by a program that knows how: it names nothing. */
function decodedPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** An open generation, key or delivery is not there in the other mode; the screen that it was opened on is. */
export function pathInEitherMode(address: string): string {
  const at = screenAt(address);
  return at?.item !== undefined && at.screen.item?.ofOneMode ? linkTo(at.screen) : address;
}

/** The file comes while the service is asked who is there, or while a pointer is on its way to the link. */
export function fetchScreen(address: string): void {
  if (address === addresses.signIn) SignInScreen.fetch();
  const at = screenAt(address);
  at?.screen.Content.fetch();
  if (at?.item !== undefined) at.screen.item?.over?.fetch();
}
