/** Which engine a submit will wait for: the first of its route that can make it, or every reason why none can. */
import {
  type Family,
  type Fault,
  fieldWithoutIndex,
  frameSize,
  type GenerationRequest,
  type MediaFacts,
  type MediaInput,
  type Work,
} from '@afterimage/contract';
import type { Engine, Fit, FitQuestion, Misfit, RouteUse } from './engine.ts';

export type EngineChoice = { outcome: 'chosen'; engine: string } | { outcome: 'misfits'; faults: Fault[] };

export interface ChoiceQuestion {
  family: Family;
  request: GenerationRequest;
  /** Of its media, in order; undefined where not yet known. */
  facts: readonly (MediaFacts | undefined)[];
}

/** What an engine is asked, at the submit and whenever another is to take over. */
export interface Wanted {
  family: string;
  model: string;
  work: Work;
  seed: number;
  media: readonly Pick<MediaInput, 'role' | 'kind'>[];
  facts: ChoiceQuestion['facts'];
}

export interface FitGiven {
  find(name: string): Engine | undefined;
  /** What a use can never do, as the engine said when it was asked; undefined where it can. */
  obstacle(use: RouteUse): string | undefined;
  /** Whether the world can reach ours. */
  links: 'yes' | 'no';
}

export function chooseEngine(
  question: ChoiceQuestion,
  { route, ...given }: FitGiven & { route: readonly RouteUse[] },
): EngineChoice {
  const { family, request, facts } = question;
  const { model, work, media } = request;
  const wanted = { family: family.slug, model, work, seed: request.seed ?? 0, media, facts };
  const misfits: Extract<Fit, { fits: false }>[] = [];
  for (const use of route) {
    const fit = fitFor(wanted, use, given);
    if (fit === undefined) continue;
    if (fit.fits) return { outcome: 'chosen', engine: use.engine };
    misfits.push(fit);
  }
  return { outcome: 'misfits', faults: faultsOf(question, misfits) };
}

/** Undefined: the engine is not there. */
export function fitFor(wanted: Wanted, use: RouteUse, { find, obstacle, links }: FitGiven): Fit | undefined {
  const engine = find(use.engine);
  if (engine === undefined || obstacle(use) === undefined) return engine?.fit(questionOf(wanted, use, links));
  return { fits: false, what: 'model', why: 'it at present' };
}

function questionOf({ media, facts, ...wanted }: Wanted, use: RouteUse, links: 'yes' | 'no'): FitQuestion {
  const link = () => (links === 'yes' ? 'a link' : null);
  return {
    ...wanted,
    ...sizeOf(wanted.work, facts),
    use,
    media: media.map(({ role, kind }) => ({ role, kind, link })),
  };
}

/** An input by URL is fetched when the job runs, and may be of any shape. */
function sizeOf({ shape }: Work, facts: Wanted['facts']) {
  const known = shape.from !== 'first-input' || facts.some((medium) => medium !== undefined);
  return known ? frameSize(shape, facts) : frameSize({ from: 'ratio', ratio: '16:9', edge: shape.edge }, []);
}

/** One fault a field: what each engine of the route says of it, once. */
function faultsOf(question: ChoiceQuestion, misfits: readonly Extract<Fit, { fits: false }>[]): Fault[] {
  const whys = new Map<string, Set<string>>();
  for (const { what, why } of misfits) {
    const field = fieldOf(question, what);
    whys.set(field, (whys.get(field) ?? new Set()).add(what === 'link' ? 'anything from media here' : why));
  }
  if (whys.size === 0) whys.set('model', new Set(['it at present']));
  return [...whys].map(([field, reasons]) => ({
    field,
    message: `${field}: this service cannot make ${[...reasons].join('; nor ')}.`,
    type: 'unsupported',
  }));
}

function fieldOf({ request }: ChoiceQuestion, what: Misfit): string {
  const [medium] = request.media;
  if (what === 'seconds') return 'duration';
  if (what === 'aspect_ratio' || what === 'prompt') return what;
  if (what === 'resolution') return 'img_resolution' in request.fields ? 'img_resolution' : 'model';
  if (what === 'media' || what === 'link' || what === 'task') return fieldWithoutIndex(medium?.field ?? 'model');
  return 'model';
}
