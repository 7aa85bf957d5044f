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
  adoptMarkup();
}

/** Code samples come as markup with style attributes in it; those are put on once the elements are there. */
function adoptMarkup(): void {
  const { set, ...rest } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')!;
  Object.defineProperty(Element.prototype, 'innerHTML', {
    ...rest,
    set(this: Element, markup: unknown) {
      // A template's elements are not among its children, and nothing in it is shown.
      if (this instanceof HTMLTemplateElement) return set?.call(this, markup);
      set?.call(this, String(markup ?? '').replace(/(<[a-z][^>]*?\s)style=(?=["'])/gi, '$1data-adopted-style='));
      for (const element of this.querySelectorAll<HTMLElement>('[data-adopted-style]')) {
        element.style.cssText = element.dataset['adoptedStyle'] ?? '';
        element.removeAttribute('data-adopted-style');
      }
    },
  });
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
