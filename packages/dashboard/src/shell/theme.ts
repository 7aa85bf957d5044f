/** Light, dark, or as the system has it. `public/theme.js` applies the same choice before the first paint. */
import { stored, useStored } from '../data/browser-choices.ts';

export type Theme = 'system' | 'light' | 'dark';

const isTheme = (text: string): text is Theme => text === 'system' || text === 'light' || text === 'dark';
const themeChoice = stored<Theme>('theme', { isValid: isTheme, initial: 'system' });

function apply(): void {
  const theme = themeChoice.read();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

themeChoice.watch(apply);

export function useTheme(): [Theme, (theme: Theme) => void] {
  return useStored(themeChoice);
}
