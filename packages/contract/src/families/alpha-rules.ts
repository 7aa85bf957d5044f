/** What the alpha generic models ask of a request: agreement of the model fields, the duration, the media. */
import type { Fault } from '../fields.ts';
import { rule, type Sent } from '../rules.ts';
import { either } from '../words.ts';
import {
  type AlphaModelName,
  chooseModel,
  type ModelChoice,
  type ModelWish,
  modelNamed,
  motionModels,
} from './alpha-models.ts';

export const inputImages = ['image_base64', 'image_url'] as const;
export const referenceVideos = ['reference_video_base64', 'reference_video_url'] as const;
export const referenceImages = ['reference_image_base64', 'reference_image_url'] as const;

/** Reference media, even one alone, means motion control. */
export const controlOf = (sent: Sent): 'motion' | 'prompt' =>
  [...referenceVideos, ...referenceImages].some(sent) ? 'motion' : 'prompt';

/** One that did not parse is no wish. A known model can be judged beside a wrong version, and a version beside a wrong mode. */
function choiceOf(request: ModelWish, sent: Sent): ModelChoice {
  const { model, version } = request;
  const isKnown = model !== undefined || (!sent('model') && (version !== undefined || !sent('version')));
  return isKnown ? chooseModel(request, controlOf(sent)) : { model: null, faults: [] };
}

export const modelAgrees = rule({
  needs: [],
  note: 'model, version and mode must agree; alpha_2.1_master has no pro mode.',
  check: (request: ModelWish, sent) => choiceOf(request, sent).faults,
});

/** Whatever `mode` says, like the next: it only picks a twin, which has the same duration and media. */
export const durationFits = rule({
  needs: [],
  note: 'duration for alpha_3 and alpha_3_pro is an integer from 3 to 15, for other models "5" or "10".',
  check({ duration, ...wish }: DurationWish, sent) {
    const name = choiceOf(wish, sent).model;
    if (name === null) return scalarFaults(duration, 'duration');
    if (duration === undefined) return [];
    const { control, pricedBy } = modelNamed(name);
    if (control === 'motion') return scalarFaults(duration, `duration for ${name}`);
    const fits = pricedBy === 'second' ? isWholeWithin(duration, 3, 15) : duration === '5' || duration === '10';
    const allowed = pricedBy === 'second' ? 'an integer from 3 to 15' : 'a string: "5" or "10"';
    return fits ? [] : [durationFault(`duration for ${name} is ${allowed}`)];
  },
});

type DurationWish = ModelWish & { duration: unknown };

/** Where the model is not known, or does not use the duration. */
function scalarFaults(duration: unknown, subject: string): Fault[] {
  const isScalar = duration === undefined || typeof duration === 'string' || typeof duration === 'number';
  return isScalar ? [] : [durationFault(`${subject} is a string or a number`)];
}

const durationFault = (message: string): Fault => ({ field: 'duration', message, type: 'duration' });

export const mediaFit = rule({
  needs: [],
  note:
    'alpha_2.1 and alpha_2.1_pro need an input image. Motion control needs a motion model, a reference video and a ' +
    'reference image, and no input image.',
  check(request: ModelWish, sent) {
    const name = choiceOf(request, sent).model;
    if (name === null) return [];
    const { control, image: need } = modelNamed(name);
    return [
      ...(control === 'motion' ? missingReferences(name, sent) : []),
      ...(control === 'prompt' && controlOf(sent) === 'motion' ? [notForReferences(name)] : []),
      ...(control === 'motion' || controlOf(sent) === 'motion' ? inputImages.filter(sent).map(notInMotion) : []),
      ...(need === 'required' && controlOf(sent) === 'prompt' && !inputImages.some(sent) ? [needsImage(name)] : []),
    ];
  },
});

function missingReferences(name: AlphaModelName, sent: Sent): Fault[] {
  const kinds = [
    { what: 'video', names: referenceVideos },
    { what: 'image', names: referenceImages },
  ];
  return kinds
    .filter(({ names }) => !names.some(sent))
    .map(({ what, names: [base64, url] }) => ({
      field: url,
      message: `${name} needs a reference ${what}: send ${url} or ${base64}`,
      type: 'missing',
    }));
}

const notForReferences = (name: AlphaModelName): Fault => ({
  field: 'model',
  message: `model ${name} takes no reference media: motion control needs ${either(motionModels)}`,
  type: 'model_conflict',
});

const notInMotion = (field: string): Fault => ({
  field,
  message: `${field} is not for motion control, which takes a reference video and a reference image`,
  type: 'not_together',
});

const needsImage = (name: AlphaModelName): Fault => ({
  field: 'image_url',
  message: `${name} needs an input image: send image_url or image_base64`,
  type: 'missing',
});

const isWholeWithin = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
