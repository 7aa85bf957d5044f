/**
 * Lets a script that makes `<style>` elements and style attributes live under a CSP without `unsafe-inline`: the same
 * rules reach the page through the CSS object model, which the policy allows to scripts that it let in.
 */
export function adoptStyles(): void {
  const create = document.createElement.bind(document);
  document.createElement = ((name: string, options?: ElementCreationOptions) =>
    name.toLowerCase() === 'style' ? adoptedStyle(create) : create(name, options)) as typeof document.createElement;

  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function set(name: string, value: string) {
    if (name === 'style' && 'style' in this) (this as HTMLElement).style.cssText = value;
    else setAttribute.call(this, name, value);
  };
}

/** A script of a type that nobody runs: it holds text, shows nothing, and no policy asks about it. */
function adoptedStyle(create: typeof document.createElement): HTMLElement {
  const holder = Object.assign(create('script'), { type: 'text/css' });
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  new MutationObserver(() => sheet.replaceSync(holder.textContent ?? '')).observe(holder, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  return holder;
}
