/** In which form a terminal draws pictures, by what it says of itself in the environment. */

/** As iTerm2 takes them, as kitty does, or as sixels. */
export type PictureForm = 'iterm' | 'kitty' | 'sixel';

/** Asked in this order: some draw several forms. */
const terminals: readonly [form: PictureForm, variable: string, pattern: RegExp][] = [
  ['iterm', 'TERM_PROGRAM', /^(iTerm|WezTerm|vscode|mintty|rio|WarpTerminal)/],
  ['kitty', 'TERM_PROGRAM', /^(kitty|ghostty)/],
  ['kitty', 'TERM', /^xterm-(kitty|ghostty)/],
  ['kitty', 'KITTY_WINDOW_ID', /./],
  ['iterm', 'LC_TERMINAL', /^iTerm/],
  ['sixel', 'TERM', /^(foot|mlterm|contour|yaft)|sixel/],
  ['sixel', 'KONSOLE_VERSION', /./],
  ['sixel', 'WT_SESSION', /./],
];

/** Null: it draws none, as far as is known. */
export function pictureFormOf(env: Readonly<Record<string, string | undefined>>): PictureForm | null {
  // Between the terminal and us it would be taken for text.
  if (env['TMUX'] || env['STY']) return null;
  return terminals.find(([, variable, pattern]) => pattern.test(env[variable] ?? ''))?.[0] ?? null;
}
