/** Which engine a submit will wait for: the first of its route that can make it, or every reason why none can. */
import {
  type Family,
  type Fault,
  fieldWithoutIndex,
  frameSize,
  type GenerationRequest,
  type MediaFacts,
} from '@afterimage/contract';
import type { Engine, Fit, FitQuestion, Misfit, RouteUse } from './engine.ts';

export type EngineChoice = { outcome: 'chosen'; engine: string } | { outcome: 'misfits'; faults: Fault[] };

export interface ChoiceQuestion {
  family: Family;
  request: GenerationRequest;
  /** Of its media, in order; undefined where not yet known. */
  facts: readonly (MediaFacts | undefined)[];
}

export interface ChoiceGiven {
  route: readonly RouteUse[];
  find(name: string): Engine | undefined;
  /** What a use can never do, as the engine said when it was asked; undefined where it can. */
  obstacle(use: RouteUse): string | undefined;
  /** Whether the world can reach ours. */
  links: 'yes' | 'no';
}

export function chooseEngine(question: ChoiceQuestion, given: ChoiceGiven): EngineChoice {
  const misfits: Extract<Fit, { fits: false }>[] = [];
  for (const use of given.route) {
    const engine = given.find(use.engine);
    if (engine === undefined) continue;
    const obstacle = given.obstacle(use);
    const fit: Fit =
      obstacle === undefined
        ? engine.fit(questionOf(question, use, given.links))
        : { fits: false, what: 'model', why: 'it at present' };
    if (fit.fits) return { outcome: 'chosen', engine: use.engine };
    misfits.push(fit);
  }
  return { outcome: 'misfits', faults: faultsOf(question, misfits) };
}

function questionOf({ family, request, facts }: ChoiceQuestion, use: RouteUse, links: 'yes' | 'no'): FitQuestion {
  const link = () => (links === 'yes' ? 'a link' : null);
  return {
    family: family.slug,
    model: request.model,
    work: request.work,
    ...sizeOf(request, facts),
    seed: request.seed ?? 0,
    use,
    media: request.media.map(({ role, kind }) => ({ role, kind, link })),
  };
}

/** An input by URL is fetched when the job runs, and may be of any shape. */
function sizeOf({ work: { shape } }: GenerationRequest, facts: ChoiceQuestion['facts']) {
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
