/** A place for media: dropped, pasted, chosen, from the gallery or a link, and looked at before anything is sent. */
import { ImagePlus, Link2, Video, X } from 'lucide-react';
import { type DragEvent, type FormEvent, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextInput } from '../../ui/field.tsx';
import type { MediaControl } from './form-model.ts';
import { FromGallery } from './from-gallery.tsx';
import { acceptedTypes, type Medium } from './media.ts';
import type { Playground } from './use-playground.ts';

export function MediaField({ control, playground }: { control: MediaControl; playground: Playground }) {
  const items = playground.media[control.name] ?? [];
  const fault = playground.faultAt(control.name);
  const faultId = useId();
  const isFull = items.length >= control.itemsMax;
  const add = (files: readonly File[]) => void playground.addFiles(control, files);
  const remove = (index: number) => playground.setMedia(control, (before) => before.filter((_, at) => at !== index));
  return (
    <fieldset
      className="flex flex-col gap-2"
      data-media-control={control.name}
      aria-describedby={fault ? faultId : undefined}
    >
      <legend className="mb-1.5 text-small font-medium">
        {control.label}
        {control.shape === 'list' && <span className="font-normal text-muted"> (up to {control.itemsMax})</span>}
      </legend>
      {items.length > 0 && (
        <ul className={control.shape === 'list' ? 'grid grid-cols-2 gap-2 sm:grid-cols-3' : undefined}>
          {items.map((medium, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may stand here twice
            <Taken key={index} medium={medium} kind={control.media} onRemove={() => remove(index)} />
          ))}
        </ul>
      )}
      {!isFull && control.fileField !== null && (
        <DropArea control={control} hasFault={fault !== undefined} onFiles={add} />
      )}
      {!isFull && control.fileField !== null && <FromGallery control={control} onFile={(file) => add([file])} />}
      {!isFull && control.urlField !== null && <LinkEntry control={control} playground={playground} />}
      <span className="text-tiny text-muted">{sentenceOf(control)}</span>
      {fault !== undefined && (
        <p id={faultId} role="alert" className="text-small text-bad">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

/** `A data URI (data:…): JPEG, PNG or WEBP, at most 10 MB.` Which text it becomes is the page's business. */
const sentenceOf = ({ about }: MediaControl): string => about.slice(about.lastIndexOf(': ') + 2);

function Taken({ medium, kind, onRemove }: { medium: Medium; kind: MediaControl['media']; onRemove(): void }) {
  const name = medium.from === 'file' ? medium.name : medium.url;
  return (
    <li className="relative flex flex-col overflow-hidden rounded-control border border-line bg-sunken">
      <div className="flex h-32 items-center justify-center">
        {medium.from === 'link' ? (
          <Link2 size={22} aria-hidden className="text-muted" />
        ) : kind === 'image' ? (
          <img src={medium.preview} alt={name} className="h-full w-full object-contain" />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: a stranger's clip has none
          <video src={medium.preview} controls preload="metadata" className="h-full w-full" />
        )}
      </div>
      <div className="flex items-center gap-1 border-t border-line bg-surface pl-2">
        <span className="min-w-0 flex-1 truncate text-tiny text-muted" title={name}>
          {name}
          {medium.from === 'file' && medium.facts !== undefined && ` · ${figuresOf(medium.facts)}`}
        </span>
        <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} />
      </div>
    </li>
  );
}

function figuresOf({ width, height, milliseconds }: { width: number; height: number; milliseconds?: number }): string {
  const size = `${width}×${height}`;
  return milliseconds === undefined ? size : `${size} · ${(milliseconds / 1000).toFixed(1)} s`;
}

function DropArea(props: { control: MediaControl; hasFault: boolean; onFiles(files: readonly File[]): void }) {
  const { control, hasFault, onFiles } = props;
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const Icon = control.media === 'image' ? ImagePlus : Video;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <>
      <button
        type="button"
        aria-invalid={hasFault || undefined}
        onClick={() => chooser.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classes(
          'flex min-h-24 w-full flex-col items-center justify-center gap-1.5 rounded-control border border-dashed px-3 py-4',
          'text-muted transition-colors hover:bg-hover hover:text-ink',
          isOver ? 'border-accent-text bg-accent-soft text-accent-text' : 'border-edge',
          hasFault && 'border-bad',
        )}
      >
        <Icon size={20} aria-hidden />
        <span className="text-small">
          Drop {control.media === 'image' ? 'an image' : 'a video'}, paste, or{' '}
          <span className="underline">choose a file</span>
        </span>
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={acceptedTypes(control)}
        multiple={control.shape === 'list'}
        aria-label={`${control.label} file`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again after it was removed.
          event.target.value = '';
        }}
      />
    </>
  );
}

/** What is no link to such a medium stays where it was written, and says why. */
function LinkEntry({ control, playground }: { control: MediaControl; playground: Playground }) {
  const [url, setUrl] = useState('');
  const [fault, setFault] = useState<string>();
  const faultId = useId();
  const add = (event: FormEvent | React.KeyboardEvent) => {
    event.preventDefault();
    const link = url.trim();
    if (link === '') return;
    const wrong = playground.linkFault(control, link);
    setFault(wrong);
    if (wrong !== undefined) return;
    playground.addLink(control, link);
    setUrl('');
  };
  return (
    <div className="flex flex-wrap gap-2">
      <TextInput
        type="url"
        inputMode="url"
        aria-label={`${control.label}: a link`}
        placeholder="or a link: https://…"
        value={url}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault && faultId}
        onChange={(event) => {
          setUrl(event.target.value);
          setFault(undefined);
        }}
        onKeyDown={(event) => event.key === 'Enter' && add(event)}
        onBlur={(event) => url.trim() !== '' && add(event as unknown as FormEvent)}
        className="flex-1"
      />
      <Button onClick={add} disabled={url.trim() === ''}>
        Add
      </Button>
      {fault !== undefined && (
        <p id={faultId} role="alert" className="w-full text-small text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}
