/** Where media goes on its way to engines elsewhere, and what they made on its way back: a few at a time, in the studio's processes. */
import { convert, finish, type Signer } from '@afterimage/studio';
import type { Db } from '../../db/postgres.ts';
import { createDigester } from '../../media/digest.ts';
import type { Inspector } from '../../media/inspect/inspector.ts';
import { keepFile } from '../../media/keep-files.ts';
import type { MediaStores } from '../../media/media-store.ts';
import { createRenderSlots } from '../../queue/render-slots.ts';
import { type FitServices, type Fitted, fitInputs, type ToFit } from './fit-inputs.ts';
import { type MadeElsewhere, type MadeOurs, type MakeOursServices, makeOurs, type OrderedWork } from './make-ours.ts';

export interface Workshop {
  /** Whether media can be had by a link of ours. */
  readonly links: 'yes' | 'no';
  fit(toFit: ToFit, signal: AbortSignal): Promise<Fitted>;
  makeOurs(theirs: MadeElsewhere, ordered: OrderedWork, signal: AbortSignal): Promise<MadeOurs>;
}

export interface WorkshopOptions {
  db: Db;
  stores: MediaStores;
  inspector: Inspector;
  mediaDays: number;
  /** Files that are worked on at once. */
  slots: number;
  signer: Signer | undefined;
  links: 'yes' | 'no';
  linkTo(object: { id: string; fileName: string }, seconds: number): string | null;
}

/** For one try to fetch an output. */
const fetchMilliseconds = 120_000;

export function createWorkshop(options: WorkshopOptions): Workshop {
  const { stores, inspector, signer, links, linkTo } = options;
  const slots = createRenderSlots(options.slots);
  const scratchFolder = () => stores.scratchFolder();
  const publish: FitServices['publish'] = async (file, { accountId, type, until }) => {
    const fileName = type.replace('/', '.');
    const id = await keepFile(options, file, { accountId, purpose: 'input', type, fileName, until });
    return (seconds) => linkTo({ id, fileName }, seconds);
  };
  const fitting: FitServices = {
    scratchFolder,
    convert,
    slots,
    digest: createDigester(),
    publish: links === 'yes' ? publish : null,
  };
  const making: MakeOursServices = { scratchFolder, inspector, finish, slots, signer, fetchMilliseconds };
  return {
    links,
    fit: (toFit, signal) => fitInputs(fitting, toFit, signal),
    makeOurs: (theirs, ordered, signal) => makeOurs(making, theirs, ordered, signal),
  };
}
