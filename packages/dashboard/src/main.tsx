/** Starts the pages. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles.css';
import { App } from './app.tsx';
import { fetchScreen } from './screens/screens.tsx';

const place = document.getElementById('app');
if (place === null) throw new Error('The page has no place for the app.');
fetchScreen(window.location.pathname);
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
