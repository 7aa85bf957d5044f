/** The page at `/`, and where a sign-in link leads until the dashboard is there: says what runs here and where to go on. */
import { createHash } from 'node:crypto';
import { sendText } from './exchange.ts';
import type { Router } from './router.ts';

const style = `
  :root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
  body { max-width: 38rem; margin: 18vh auto 0; padding: 0 1.5rem; }
  h1 { font-weight: 600; letter-spacing: -0.02em; margin: 0 0 0.5rem; }
  p { margin: 0.5rem 0; } code { font: 0.9em ui-monospace, monospace; }
`;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Afterimage</title>
<style>${style}</style>
<h1>Afterimage is running</h1>
<p>It makes video and images from prompts, over HTTP. Every path and field is in
<a href="/openapi.json">the interface description</a>; <a href="/readyz">readiness</a> and <a href="/metrics">metrics</a>
are here too.</p>
<p>This version has no dashboard to sign in to yet. Keys, credit and accounts are managed with
<code>npx afterimage --help</code>; sign-in links stay good for one use.</p>
</html>
`;

const styleHash = createHash('sha256').update(style).digest('base64');

export function addWelcomePage(router: Router): void {
  for (const path of ['/', '/sign-in']) {
    router.add('GET', path, (exchange) => {
      exchange.headers['content-security-policy'] = `default-src 'none'; style-src 'sha256-${styleHash}'`;
      exchange.headers['referrer-policy'] = 'no-referrer';
      sendText(exchange, 200, page, 'text/html; charset=utf-8');
    });
  }
}
