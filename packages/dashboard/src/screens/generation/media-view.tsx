/** What was made: a player or an image to zoom into; or why there is nothing to see, and what can be done. */
import { linkState } from '@afterimage/client';
import { Clock, CloudAlert, Download, Film, Hourglass, Image, Maximize2, RefreshCw, RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { mediaAddress } from '../../data/media-address.ts';
import type { Generation } from '../../data/resources.ts';
import { ageOf, exactTime, useNow } from '../../ui/age.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useModal } from '../../ui/dialog.tsx';

interface MediaViewProps {
  generation: Generation;
  /** Asks for the link again and for the file itself anew. */
  renew(): void;
}

export function MediaView({ generation, renew }: MediaViewProps) {
  const { media_url, output, status } = generation;
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  if (media_url === null) return <NoMedia generation={generation} />;
  if (trouble !== null) return <Troubled trouble={trouble} renew={renew} />;
  const address = mediaAddress(media_url);
  // A player that fails does not say why; the service does.
  const explain = async () => {
    const state = await linkState(address, { fetch: window.fetch.bind(window) });
    setTrouble(state === 'gone' ? 'expired' : 'not_loaded');
  };
  return (
    <figure className="flex flex-col gap-2">
      {output === 'video' ? (
        <Player generation={generation} address={address} onBroken={() => void explain()} />
      ) : (
        <Zoomable generation={generation} address={address} onBroken={() => void explain()} />
      )}
      {status === 'completed' && <LinkLine generation={generation} address={address} renew={renew} />}
    </figure>
  );
}

type Trouble = 'expired' | 'not_loaded';

function Troubled({ trouble, renew }: { trouble: Trouble; renew(): void }) {
  if (trouble === 'expired') {
    return (
      <Stand icon={<Clock size={28} aria-hidden />} title="The link has expired">
        <Button icon={RefreshCw} onClick={renew}>
          Renew
        </Button>
      </Stand>
    );
  }
  return (
    <Stand icon={<CloudAlert size={28} aria-hidden />} title="The file could not be loaded">
      <p>The service may be restarting, or the connection is down.</p>
      <Button icon={RotateCw} onClick={renew}>
        Try again
      </Button>
    </Stand>
  );
}

interface ShownProps {
  generation: Generation;
  address: string;
  onBroken(): void;
}

function Player({ generation: { prompt, poster_url }, address, onBroken }: ShownProps) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: what is made has no speech
    <video
      controls
      playsInline
      loop
      preload="metadata"
      src={address}
      poster={poster_url === null ? undefined : mediaAddress(poster_url)}
      aria-label={`Video: ${prompt}`}
      onError={onBroken}
      className="max-h-[70dvh] w-full rounded-card border border-line bg-black"
    />
  );
}

function Zoomable({ generation: { prompt }, address, onBroken }: ShownProps) {
  const [zoomed, setZoomed] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setZoomed(true)}
        className="group relative flex justify-center overflow-hidden rounded-card border border-line bg-sunken"
      >
        <img src={address} alt={prompt} onError={onBroken} className="max-h-[70dvh] min-h-40 object-contain" />
        <span className="absolute top-2 right-2 flex size-8 items-center justify-center rounded-full bg-black/60 text-white opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100">
          <Maximize2 size={15} aria-hidden />
          <span className="sr-only">Show in full size</span>
        </span>
      </button>
      {zoomed && <Zoomed address={address} prompt={prompt} onClose={() => setZoomed(false)} />}
    </>
  );
}

/** As large as the window at first; a click shows every pixel, and the window scrolls over them. */
function Zoomed({ address, prompt, onClose }: { address: string; prompt: string; onClose(): void }) {
  const modal = useModal({ onClose, dismissal: 'easy' });
  const [whole, setWhole] = useState(true);
  return (
    <dialog
      {...modal}
      aria-label="Image in full size"
      className="m-0 size-full max-h-none max-w-none overflow-auto bg-black/90 p-0"
    >
      <div className="fixed top-3 right-3 flex gap-2">
        <Button onClick={() => setWhole(!whole)}>{whole ? 'Every pixel' : 'Fit'}</Button>
        <Button onClick={onClose}>Close</Button>
      </div>
      <img
        src={address}
        alt={prompt}
        className={whole ? 'mx-auto h-dvh w-full object-contain' : 'mx-auto max-w-none'}
      />
    </dialog>
  );
}

function LinkLine({ generation, address, renew }: { generation: Generation; address: string; renew(): void }) {
  const { media_link_expires_at, media_expires_at, media_bytes, media_type } = generation;
  const now = useNow();
  return (
    <figcaption className="flex flex-wrap items-center justify-between gap-2 text-small text-muted">
      <div>
        <div>
          {media_type}
          {media_bytes !== null && ` · ${bytesInWords(media_bytes)}`}
        </div>
        <div>
          {media_link_expires_at !== null && (
            <span title={exactTime(media_link_expires_at)}>Link ends {ageOf(media_link_expires_at, now)}</span>
          )}
          {media_expires_at !== null && (
            <span title={exactTime(media_expires_at)}>, file goes {ageOf(media_expires_at, now)}</span>
          )}
        </div>
      </div>
      <div className="flex gap-2">
        <Button size="small" icon={RefreshCw} onClick={renew}>
          Renew link
        </Button>
        <ButtonLink size="small" icon={Download} href={address} download={true}>
          Download
        </ButtonLink>
      </div>
    </figcaption>
  );
}

function bytesInWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function NoMedia({ generation: { status, output, media_expires_at } }: { generation: Generation }) {
  if (status === 'completed') {
    return (
      <Stand icon={<Hourglass size={28} aria-hidden />} title="The file is no longer kept">
        {media_expires_at !== null && (
          <p>It was kept until {exactTime(media_expires_at)}. Run it again for a new one.</p>
        )}
      </Stand>
    );
  }
  const Icon = output === 'video' ? Film : Image;
  return <Stand icon={<Icon size={28} aria-hidden />} title={`The ${output} will be here when it is finished`} />;
}

function Stand({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className="flex aspect-video max-h-80 flex-col items-center justify-center gap-3 rounded-card border border-line bg-sunken p-4 text-center text-muted">
      {icon}
      <p className="font-medium text-ink">{title}</p>
      {children}
    </div>
  );
}
