/** Media pasted or dropped anywhere on the page finds its slot, and the variant that has one when this variant has none. */
import { useEffect } from 'react';
import type { Slot } from './form-model.ts';
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
      // A slot that was aimed at has taken it already.
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

/** Whether a slot takes them. */
export function offerFiles(playground: Playground, files: readonly File[]): boolean {
  const [first] = files;
  if (first === undefined) return false;
  const kind = first.type.startsWith('video/') ? 'video' : 'image';
  const found = slotFor(playground, (slot) => slot.media === kind && slot.fileField !== null);
  if (found === undefined) return false;
  open(playground, found.variant);
  void playground.addFiles(found.slot, files);
  return true;
}

function offerLink(playground: Playground, text: string): boolean {
  const url = text.trim();
  if (!/^https?:\/\/\S+$/i.test(url)) return false;
  const found = slotFor(playground, ({ urlField }) => urlField !== null);
  if (found === undefined) return false;
  open(playground, found.variant);
  playground.addLink(found.slot, url);
  return true;
}

function open(playground: Playground, variant: Variant): void {
  if (variant.key !== playground.variant.key) playground.setVariant(variant.key);
}

/** The first such slot with room, in this variant or else in the first that has one. */
function slotFor(
  { variant, variants, media }: Playground,
  fits: (slot: Slot) => boolean,
): { variant: Variant; slot: Slot } | undefined {
  for (const each of [variant, ...variants]) {
    const slots = each.slots.filter(fits);
    const slot = slots.find(({ name, itemsMax }) => (media[name] ?? []).length < itemsMax) ?? slots[0];
    if (slot !== undefined) return { variant: each, slot };
  }
  return undefined;
}
