/** The media that were sent along. */
import { mediaAddress } from '../../data/media-address.ts';
import type { GenerationInput } from '../../data/resources.ts';
import { exactTime } from '../../ui/age.tsx';
import { Part } from '../../ui/part.tsx';

export function Inputs({ inputs }: { inputs: readonly GenerationInput[] }) {
  if (inputs.length === 0) return null;
  return (
    <Part title="Inputs">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {inputs.map((input) => (
          <li key={`${input.field} ${input.url}`} className="flex min-w-0 flex-col gap-1 text-small">
            <Preview input={input} />
            <code className="truncate font-mono text-tiny">{input.field}</code>
            {input.expires_at !== null && (
              <span className="text-tiny text-muted">kept until {exactTime(input.expires_at)}</span>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** A stranger's address is named, not shown: this page asks no other host. */
function Preview({ input: { url, kind, field } }: { input: GenerationInput }) {
  const frame = 'aspect-4/3 w-full rounded-control border border-line bg-sunken';
  if (url === null) {
    return <span className={`${frame} flex items-center justify-center text-tiny text-muted`}>No longer kept</span>;
  }
  if (!isOurs(url)) {
    return (
      <span className={`${frame} flex items-center justify-center overflow-hidden p-2 text-tiny break-all text-muted`}>
        {url}
      </span>
    );
  }
  if (kind === 'image') return <img src={mediaAddress(url)} alt={field} className={`${frame} object-cover`} />;
  return <video src={mediaAddress(url)} controls muted preload="metadata" aria-label={field} className={frame} />;
}

const isOurs = (url: string): boolean =>
  new URL(url, window.location.origin).pathname.startsWith('/media/') && url.includes('signature=');
