/** Shape and colours of a picture that is still on its way, from the few bytes that came with the list. */
import { useMemo } from 'react';
import { thumbHashToDataURL } from 'thumbhash';

export function Placeholder({ thumbhash }: { thumbhash: string }) {
  const source = useMemo(() => pictureOf(thumbhash), [thumbhash]);
  return source === null ? null : <img src={source} alt="" className="absolute inset-0 -z-20 size-full object-cover" />;
}

function pictureOf(thumbhash: string): string | null {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}
