/** Runs before the first paint, so that a chosen theme never flashes as the other. A file: the CSP allows no inline script. */
try {
  const theme = localStorage.getItem('afterimage.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; then the system's theme it is.
}
