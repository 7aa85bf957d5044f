/** The picture of a generation in lists: its poster over a blurred placeholder, or what stands in its place. */
import { Film, Image, ImageOff } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import { mediaAddress } from '../../data/media-address.ts';
import type { GenerationSummary } from '../../data/resources.ts';
import { classes } from '../../ui/classes.ts';

export interface PosterProps {
  generation: GenerationSummary;
  className: string;
  /** What lies over it. */
  children?: ReactNode;
}

export function Poster({ generation, className, children }: PosterProps) {
  const { thumbhash, status, output } = generation;
  const placeholder = useMemo(() => (thumbhash === null ? null : placeholderOf(thumbhash)), [thumbhash]);
  const Icon = status === 'failed' ? ImageOff : output === 'video' ? Film : Image;
  return (
    <div className={classes('relative isolate flex items-center justify-center overflow-hidden bg-sunken', className)}>
      {placeholder !== null && (
        <img src={placeholder} alt="" className="absolute inset-0 -z-20 size-full object-cover" />
      )}
      {placeholder === null && <Icon size={24} aria-hidden className="absolute -z-20 text-edge" />}
      <Picture generation={generation} />
      {children}
    </div>
  );
}

/** The prompt beside it says what it shows; for those who do not see it, it would only be said twice. */
function Picture({ generation: { poster_url, media_url, output } }: { generation: GenerationSummary }) {
  const [state, setState] = useState<'coming' | 'there' | 'gone'>('coming');
  const look = classes(
    'absolute inset-0 -z-10 size-full object-cover transition-opacity',
    state === 'there' ? 'opacity-100' : 'opacity-0',
  );
  const source = poster_url ?? (output === 'image' ? media_url : null);
  if (state === 'gone') return null;
  if (source !== null) {
    return (
      <img
        src={mediaAddress(source)}
        alt=""
        loading="lazy"
        decoding="async"
        onLoad={() => setState('there')}
        onError={() => setState('gone')}
        className={look}
      />
    );
  }
  if (media_url === null) return null;
  // A video without a poster: its first frame is one.
  return (
    <video
      src={mediaAddress(media_url)}
      muted
      playsInline
      preload="metadata"
      tabIndex={-1}
      aria-hidden
      onLoadedData={() => setState('there')}
      onError={() => setState('gone')}
      className={look}
    />
  );
}

function placeholderOf(thumbhash: string): string | null {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}
