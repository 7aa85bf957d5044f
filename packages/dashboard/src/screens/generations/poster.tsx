/** The picture of a generation in lists: its poster over a blurred placeholder, or what stands in its place. */
import { Film, Image, ImageOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { mediaAddress } from '../../data/media-address.ts';
import { pageFile } from '../../data/page-file.ts';
import type { GenerationSummary } from '../../data/resources.ts';
import { classes } from '../../ui/classes.ts';

const Placeholder = pageFile(async () => (await import('./placeholder.tsx')).Placeholder);

export interface PosterProps {
  generation: GenerationSummary;
  className: string;
  /** What lies over it. */
  children?: ReactNode;
}

export function Poster({ generation, className, children }: PosterProps) {
  const { thumbhash, status, output } = generation;
  const Icon = status === 'failed' ? ImageOff : output === 'video' ? Film : Image;
  return (
    <div className={classes('relative isolate flex items-center justify-center overflow-hidden bg-sunken', className)}>
      {thumbhash === null ? (
        <Icon size={24} aria-hidden className="absolute -z-20 text-edge" />
      ) : (
        <Placeholder thumbhash={thumbhash} />
      )}
      <Picture generation={generation} />
      {children}
    </div>
  );
}

/** The prompt beside it says what it shows; for those who do not see it, it would only be said twice. */
function Picture({ generation: { poster_url, media_url, output } }: { generation: GenerationSummary }) {
  const [state, setState] = useState<'coming' | 'there' | 'gone'>('coming');
  const look = classes(
    'absolute inset-0 -z-10 size-full object-contain transition-opacity',
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
