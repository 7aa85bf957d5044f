/** What the palette offers: every screen, and what can be done from anywhere. */
import {
  FlaskConical,
  FlaskRound,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  ShieldCheck,
  Sun,
  UserRound,
  Zap,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { addresses, familyLink } from '../data/addresses.ts';
import { useRead } from '../data/reads.ts';
import { useChangeScope, useScope } from '../data/scope.ts';
import { usePerson } from '../data/session.ts';
import { operatorLink, operatorParts } from '../screens/operator/operator-pages.ts';
import { linkTo, screensFor } from '../screens/screens.tsx';
import { useSignOut } from './sign-out.ts';
import { useTheme } from './theme.ts';
import { useSetMode } from './use-set-mode.ts';

export interface Entry {
  id: string;
  name: string;
  icon: LucideIcon;
  /** Other words that people look for it by. */
  also?: string;
  /** Only for those who type something. */
  onRequest?: true;
  run(): void;
}

export function useScreenEntries(): Entry[] {
  const { person } = usePerson();
  const [, navigate] = useLocation();
  const also = 'go to screen page';
  const entries = screensFor(person).map(
    (screen): Entry => ({
      id: `screen ${screen.path}`,
      name: screen.name,
      icon: screen.icon,
      also,
      run: () => navigate(linkTo(screen)),
    }),
  );
  if (!person.operator) return entries;
  const ofOperator = operatorParts.map(
    (part): Entry => ({
      id: `operator ${part.name}`,
      name: `Operator: ${part.name}`,
      icon: ShieldCheck,
      also,
      onRequest: true,
      run: () => navigate(operatorLink(part)),
    }),
  );
  return [...entries, ...ofOperator];
}

export function useActionEntries(showShortcuts: () => void): Entry[] {
  const { person, membership } = usePerson();
  const { mode } = useScope();
  const { setAccount } = useChangeScope();
  const setMode = useSetMode();
  const [theme, setTheme] = useTheme();
  const [, navigate] = useLocation();
  const signOut = useSignOut();
  const families = useRead('listFamilies', {}, { enabled: membership !== undefined, staleSeconds: 60 });
  const other = mode === 'live' ? 'sandbox' : 'live';
  const actions: Entry[] = [
    {
      id: 'new',
      name: 'New generation',
      icon: FlaskConical,
      also: 'create submit',
      run: () => navigate(addresses.playground),
    },
    {
      id: 'mode',
      name: other === 'sandbox' ? 'Switch to the sandbox' : 'Switch to live',
      icon: other === 'sandbox' ? FlaskRound : Zap,
      also: 'mode test',
      run: () => setMode(other),
    },
    ...themes.flatMap(({ value, name, icon }) =>
      value === theme ? [] : { id: `theme ${value}`, name, icon, also: 'colours', run: () => setTheme(value) },
    ),
    { id: 'keys', name: 'Keyboard shortcuts', icon: Keyboard, also: 'help', run: showShortcuts },
    ...person.memberships.flatMap(({ account_id, email }): Entry[] =>
      account_id === membership?.account_id
        ? []
        : [
            {
              id: account_id,
              name: `Switch to ${email}`,
              icon: UserRound,
              also: 'account',
              run: () => setAccount(account_id),
            },
          ],
    ),
    { id: 'leave', name: 'Sign out', icon: LogOut, also: 'log out leave', run: signOut },
    ...(families.data ?? []).map(
      ({ slug }): Entry => ({
        id: `family ${slug}`,
        name: `New generation with ${slug}`,
        icon: FlaskConical,
        also: 'playground create',
        onRequest: true,
        run: () => navigate(familyLink(slug)),
      }),
    ),
  ];
  if (membership?.role !== 'owner') return actions;
  const createKey = () => navigate(`${addresses.keys}?create`);
  return actions.toSpliced(1, 0, { id: 'key', name: 'Create an API key', icon: KeyRound, also: 'new', run: createKey });
}

const themes = [
  { value: 'light', name: 'Light theme', icon: Sun },
  { value: 'dark', name: 'Dark theme', icon: Moon },
  { value: 'system', name: 'Theme of the system', icon: Monitor },
] as const;

/** Those that hold every word typed; what begins with them comes first. */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return entries.filter(({ onRequest }) => onRequest !== true);
  const words = text.split(/\s+/);
  const rank = ({ name }: Entry) => (name.toLowerCase().startsWith(text) ? 0 : 1);
  return entries
    .filter(({ name, also = '' }) => {
      const searched = `${name} ${also}`.toLowerCase();
      return words.every((word) => searched.includes(word));
    })
    .toSorted((one, another) => rank(one) - rank(another));
}
