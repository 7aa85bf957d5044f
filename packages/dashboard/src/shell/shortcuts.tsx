/** Keys that work everywhere. */
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { stored, useStored } from '../data/browser-choices.ts';
import { pageFile } from '../data/page-file.ts';
import { usePerson } from '../data/session.ts';
import { linkTo, screensFor } from '../screens/screens.tsx';

const Palette = pageFile(async () => (await import('./palette.tsx')).Palette);
const ShortcutsList = pageFile(async () => (await import('./shortcuts-list.tsx')).ShortcutsList);

type Switch = 'on' | 'off';
const isSwitch = (text: string): text is Switch => text === 'on' || text === 'off';
/** Single keys can be in the way of speech input, so that they must be possible to switch off (WCAG 2.1.4). */
const shortcutsChoice = stored<Switch>('shortcuts', { isValid: isSwitch, initial: 'on' });

const goMilliseconds = 1_200;
/** What is open: the list of keys, the palette, or neither. */
type Shown = 'list' | 'palette' | undefined;
let show: (what: Shown) => void;

export const showShortcuts = () => show('list');
export const showPalette = () => show('palette');

export function Shortcuts() {
  const [shown, setShown] = useState<Shown>();
  const [choice, choose] = useStored(shortcutsChoice);
  const { person } = usePerson();
  show = setShown;
  useKeys(choice, shown);
  if (shown === undefined) return null;
  const close = () => setShown(undefined);
  if (shown === 'palette') return <Palette onClose={close} showShortcuts={showShortcuts} />;
  return (
    <ShortcutsList
      ways={screensFor(person).map(({ key, name }): [string, string] => [`g ${key}`, `Go to ${name}`])}
      choice={choice}
      choose={choose}
      onClose={close}
    />
  );
}

/** Screens mark what the keys act on: `data-search`, `data-create`, `data-item` for each item of a list,
 * and beside it `data-choose`. */
function useKeys(choice: Switch, shown: Shown): void {
  const [, navigate] = useLocation();
  const { person } = usePerson();
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      const withControl = event.ctrlKey || event.metaKey;
      // A dialog that asks something, or shows a secret once, is not left by a key.
      if (event.altKey || event.defaultPrevented || document.querySelector('dialog[open]:not([data-sheet])')) return;
      // Also while Caps Lock is on.
      if (withControl && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        showPalette();
      }
      // What is typed while the palette is on its way is meant for it.
      if (withControl || choice === 'off' || shown !== undefined || isTyping(event.target)) return;
      if (performance.now() - wentAt < goMilliseconds) {
        wentAt = Number.NEGATIVE_INFINITY;
        const screen = screensFor(person).find(({ key }) => key === event.key);
        if (screen !== undefined) {
          event.preventDefault();
          navigate(linkTo(screen));
          return;
        }
      }
      if (event.key === 'g') {
        wentAt = performance.now();
        return;
      }
      if (act(event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [choice, shown, navigate, person]);
}

/** Whether the key did something. */
function act(key: string): boolean {
  if (key === '?') showShortcuts();
  else if (key === '/') document.querySelector<HTMLElement>('[data-search]')?.focus();
  else if (key === 'c') document.querySelector<HTMLElement>('[data-create]')?.click();
  else if (key === 'x') document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-choose]')?.click();
  else if (key === 'j' || key === 'k') moveFocus(key === 'j' ? 1 : -1);
  else return false;
  return true;
}

function moveFocus(step: 1 | -1): void {
  const sheet = document.querySelector('dialog[open][data-sheet]');
  if (sheet !== null) {
    sheet.dispatchEvent(new CustomEvent('step', { detail: step }));
    return;
  }
  const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];
  const at = items.findIndex((item) => item === document.activeElement || item.contains(document.activeElement));
  const next = items[at === -1 ? 0 : at + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])');
}
