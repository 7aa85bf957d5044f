/** Puts a text on the clipboard, also where the service is reached by plain http and the browser keeps its own way shut. */

export async function copyToClipboard(text: string): Promise<void> {
  // Undefined outside of secure contexts, whatever its type says: http://192.168.0.2:8080 is none.
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const carrier = document.createElement('textarea');
  carrier.value = text;
  carrier.className = 'sr-only';
  // Under an open dialog the rest of the page can neither be focused nor selected.
  const holder = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const focused = document.activeElement;
  holder.append(carrier);
  carrier.select();
  const isCopied = document.execCommand('copy');
  carrier.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error('The browser did not let the text be copied.');
}
