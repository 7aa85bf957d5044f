/** Starts the pages. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles.css';
import { App } from './app.tsx';
import { fetchScreen } from './screens/screens.tsx';

const root = document.getElementById('app');
if (root === null) throw new Error('The page has no element for the app.');
const { pathname, search, hash } = window.location;
// Two slashes begin the name of a host: what is added to such an address would lead to another one.
if (pathname.startsWith('//')) window.history.replaceState(null, '', pathname.replace(/^\/+/, '/') + search + hash);
fetchScreen(window.location.pathname);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
