/** Where one can go, in the order of the rail, with the key that goes there after `g`. */
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

export interface Place {
  path: string;
  name: string;
  icon: LucideIcon;
  /** Pressed after `g`. */
  key: string;
  onlyFor?: 'operator';
}

export const places: readonly Place[] = [
  { path: '/', name: 'Generations', icon: GalleryVerticalEnd, key: 'g' },
  { path: '/playground', name: 'Playground', icon: FlaskConical, key: 'p' },
  { path: '/keys', name: 'API keys', icon: KeyRound, key: 'k' },
  { path: '/balance', name: 'Balance', icon: Wallet, key: 'b' },
  { path: '/webhooks', name: 'Webhooks', icon: Webhook, key: 'w' },
  { path: '/docs', name: 'API reference', icon: BookOpen, key: 'd' },
  { path: '/settings', name: 'Settings', icon: Settings, key: 's' },
  { path: '/operator', name: 'Operator', icon: ShieldCheck, key: 'o', onlyFor: 'operator' },
];

export const placesFor = (person: { operator: boolean }): Place[] =>
  places.filter(({ onlyFor }) => onlyFor !== 'operator' || person.operator);

export function isAt(place: Place, path: string): boolean {
  if (place.path === '/') return path === '/' || path.startsWith('/generations/');
  return path === place.path || path.startsWith(`${place.path}/`);
}
