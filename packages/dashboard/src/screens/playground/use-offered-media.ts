/** Media pasted or dropped anywhere on the page finds its control, and the variant that has one when this one has none. */
import { useEffect } from 'react';
import type { MediaControl } from './form-model.ts';
import type { Variant } from './form-variants.ts';
import { isMediaFile } from './media.ts';
import type { Playground } from './use-playground.ts';

export function useOfferedMedia(playground: Playground): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(isMediaFile);
      const text = isTyping(event.target) ? '' : (event.clipboardData?.getData('text/plain') ?? '');
      if (offerFiles(playground, files) || offerLink(playground, text)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      // A control that was aimed at has taken it already.
      if (event.defaultPrevented) return;
      event.preventDefault();
      offerFiles(playground, [...(event.dataTransfer?.files ?? [])].filter(isMediaFile));
    };
    window.addEventListener('paste', paste);
    window.addEventListener('dragover', keepPage);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('paste', paste);
      window.removeEventListener('dragover', keepPage);
      window.removeEventListener('drop', drop);
    };
  }, [playground]);
}

/** A browser leaves the page for a file that is dropped beside its target, and the draft with it. */
const keepPage = (event: DragEvent) => event.preventDefault();

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select');

/** Whether a media control takes them. */
export function offerFiles(playground: Playground, files: readonly File[]): boolean {
  const [first] = files;
  if (first === undefined) return false;
  const kind = first.type.startsWith('video/') ? 'video' : 'image';
  const found = controlFor(playground, (control) => control.media === kind && control.fileField !== null);
  if (found === undefined) return false;
  open(playground, found.variant);
  void playground.addFiles(found.control, files);
  return true;
}

function offerLink(playground: Playground, text: string): boolean {
  const url = text.trim();
  if (!/^https?:\/\/\S+$/i.test(url)) return false;
  const found = controlFor(playground, ({ urlField }) => urlField !== null);
  if (found === undefined) return false;
  open(playground, found.variant);
  playground.addLink(found.control, url);
  return true;
}

function open(playground: Playground, variant: Variant): void {
  if (variant.key !== playground.variant.key) playground.setVariant(variant.key);
}

/** The first such media control with room, in this variant or else in the first that has one. */
function controlFor(
  { variant, variants, media }: Playground,
  fits: (control: MediaControl) => boolean,
): { variant: Variant; control: MediaControl } | undefined {
  for (const each of [variant, ...variants]) {
    const fitting = each.mediaControls.filter(fits);
    const control = fitting.find(({ name, itemsMax }) => (media[name] ?? []).length < itemsMax) ?? fitting[0];
    if (control !== undefined) return { variant: each, control };
  }
  return undefined;
}
