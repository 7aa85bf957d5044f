/** Starts Scalar on its own page: our document, our fonts, nothing to sell. */
import { adoptStyles } from './adopted-styles.ts';
import './reference-page.css';

interface Scalar {
  createApiReference(selector: string, settings: Readonly<Record<string, unknown>>): unknown;
}

const typedInto = 'input, textarea, select, [contenteditable]';

/** Files of the build that the bundler does not see: four megabytes need no second look. */
function load(element: HTMLScriptElement | HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => reject(new Error('The API reference could not be loaded.')));
    document.head.append(element);
  });
}

const styles = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/scalar.css' });
const script = Object.assign(document.createElement('script'), { src: '/scalar.js' });
adoptStyles();
await Promise.all([load(styles), load(script)]);

const { Scalar } = window as unknown as { Scalar: Scalar };
const systemDark = matchMedia('(prefers-color-scheme: dark)');
/** The page around it, which knows the theme that was chosen; or this one, where it is looked at by itself. */
const page = window.parent.document.documentElement;
function isDark(): boolean {
  const { theme } = page.dataset;
  return theme === undefined ? systemDark.matches : theme === 'dark';
}

const dark = isDark();

Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideDarkModeToggle: true,
  forceDarkModeState: dark ? 'dark' : 'light',
});

/** The theme may change while it is read; Scalar looks only once, when it begins. */
function followTheme(): void {
  if (isDark() !== dark) window.location.reload();
}
systemDark.addEventListener('change', followTheme);
new MutationObserver(followTheme).observe(page, { attributeFilter: ['data-theme'] });

/** Keys pressed in the frame are the page's too, except where somebody types. */
window.addEventListener('keydown', (event) => {
  const typing = event
    .composedPath()
    .some((selector) => selector instanceof HTMLElement && selector.matches(typedInto));
  if (window.parent === window || typing) return;
  const { key, ctrlKey, metaKey, altKey } = event;
  window.parent.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, metaKey, altKey, cancelable: true }));
});

/** The address of the page around it says what is read here: a link to it, or a reload, comes back to it. */
window.navigation?.addEventListener('currententrychange', () => {
  const { parent, location } = window;
  if (parent !== window)
    parent.history.replaceState(
      parent.history.state,
      '',
      location.hash || parent.location.pathname + parent.location.search,
    );
});
