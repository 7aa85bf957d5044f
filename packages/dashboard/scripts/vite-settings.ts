/** How the pages are bundled. */
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { slimRoutes } from './slim-routes.ts';

export const dashboardFolder = fileURLToPath(new URL('..', import.meta.url));

/** What the first screen has no use for: forms, tables and sheets. A group takes along what its files import,
 * so that one of these left out here brings others with it. */
const further =
  'after-press|checkbox|code-block|dialog|field|field-fault|form-dialog|money-input|notice|part|plain-words|sheet|' +
  'shown-once-dialog|switch|table|tabs|until';
/** What only forms ask. */
const furtherData = 'callback-start';
/** Files and their links, of the client. */
const furtherClient = 'download|link-state';
/** Shown to few, and when asked for. */
const apart = 'no-account|palette|palette-entries|shortcuts-list|suspended';
/** Of the first screen, what others show, too: as files of their own they weigh more. */
const shared = 'date-presets|poster|selection|status-pill|windowed';
const everyScreen = new RegExp(
  '/node_modules/(react|react-dom|scheduler|wouter|regexparam|@tanstack)/' +
    `|/dashboard/src/(data|shell)/(?!(${apart}|${furtherData})\\.)|/dashboard/src/ui/(?!(${further})\\.)|/packages/client/src/(?!(${furtherClient})\\.)` +
    `|/dashboard/src/screens/generations/(${shared})\\.`,
);
const furtherScreens = new RegExp(`/dashboard/src/(ui/(${further})|data/(${furtherData}))\\.`);

export function viteSettings(outputFolder: string): InlineConfig {
  return {
    root: dashboardFolder,
    configFile: false,
    logLevel: 'warn',
    plugins: [slimRoutes(), react(), tailwind()],
    // The router brings what React had not before 18.
    resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
    build: {
      outDir: outputFolder,
      emptyOutDir: true,
      // The CSP takes fonts and pictures from files only, and no inline script.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: ['index.html', 'reference.html'].map((page) => `${dashboardFolder}${page}`),
        // What every screen uses in one file: thirty small ones weigh more and wait for one another.
        output: {
          codeSplitting: {
            groups: [
              { name: 'app', test: everyScreen },
              { name: 'forms', test: furtherScreens },
            ],
          },
        },
      },
    },
  };
}
