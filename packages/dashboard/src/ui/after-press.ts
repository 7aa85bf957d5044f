/** What changes the page waits for a press to end: else the button that was aimed at moves away under the pointer. */

let isPressed = false;
window.addEventListener('pointerdown', () => (isPressed = true), { capture: true });
for (const end of ['pointerup', 'pointercancel']) {
  window.addEventListener(end, () => (isPressed = false), { capture: true });
}

export function afterPress(act: () => void): void {
  if (!isPressed) return act();
  // The click comes after the release, in the same turn.
  window.addEventListener('pointerup', () => setTimeout(act), { once: true });
}
