/** The alpha generic model catalogue, and how `model`, `version` and `mode` together pick one of its models. */
import type { Fault } from '../fields.ts';

interface AlphaModel {
  /** The `version` that means this generation of models. */
  version: '1.6' | '2.1' | '2.1-master' | '2.5' | '2.6' | '3';
  /** `motion`: driven by a reference video. */
  control: 'prompt' | 'motion';
  /** `always`: pro quality without a twin; `never`: no pro mode. */
  pro: 'has twin' | 'is twin' | 'always' | 'never';
  image: 'optional' | 'required' | 'none';
  negativePrompt: 'used' | 'unused';
  cfgScale: 'used' | 'unused';
  /** `second`: any whole number of seconds; `length`: 5 or 10. */
  pricedBy: 'second' | 'length';
  shortEdge: 720 | 1080;
  sound: 'none' | 'generated' | 'original';
  /** "Priority processing": ahead inside its own account's turn. */
  priority: 0 | 1;
}

const plain = {
  control: 'prompt',
  image: 'optional',
  negativePrompt: 'unused',
  cfgScale: 'unused',
  pricedBy: 'length',
  sound: 'none',
  priority: 0,
} as const;
const standard = { ...plain, pro: 'has twin', shortEdge: 720 } as const;
const pro = { ...plain, pro: 'is twin', shortEdge: 1080 } as const;
const motion = { control: 'motion', image: 'none', pricedBy: 'second', sound: 'original' } as const;
const steered = { negativePrompt: 'used', cfgScale: 'used' } as const;

export const catalogue = {
  alpha_3: { ...standard, ...steered, version: '3', pricedBy: 'second' },
  alpha_3_pro: { ...pro, ...steered, version: '3', pricedBy: 'second' },
  alpha_3_motion: { ...standard, ...motion, ...steered, version: '3' },
  alpha_3_motion_pro: { ...pro, ...motion, ...steered, version: '3' },
  'alpha_2.6_motion': { ...standard, ...motion, version: '2.6' },
  'alpha_2.6_motion_pro': { ...pro, ...motion, version: '2.6' },
  'alpha_2.6': { ...plain, version: '2.6', pro: 'always', shortEdge: 1080, sound: 'generated', priority: 1 },
  'alpha_2.5_turbo': { ...standard, version: '2.5' },
  'alpha_2.5_turbo_pro': { ...pro, version: '2.5' },
  'alpha_2.1': { ...standard, version: '2.1', image: 'required', negativePrompt: 'used' },
  'alpha_2.1_pro': { ...pro, version: '2.1', image: 'required', negativePrompt: 'used' },
  'alpha_2.1_master': { ...plain, version: '2.1-master', pro: 'never', shortEdge: 1080, negativePrompt: 'used' },
  'alpha_1.6': { ...standard, ...steered, version: '1.6' },
  'alpha_1.6_pro': { ...pro, ...steered, version: '1.6' },
} as const satisfies Record<string, AlphaModel>;

export type AlphaModelName = keyof typeof catalogue;

export const alphaModels = Object.keys(catalogue) as AlphaModelName[];
export const defaultModel: AlphaModelName = 'alpha_2.5_turbo';
/** The recommended motion model. */
const defaultMotionModel: AlphaModelName = 'alpha_3_motion';

export const alphaVersions = ['1.6', '2.1', '2.1-master', '2.5', '2.6', '3', '3.0'] as const;

/** Priced by the second of reference video, driven by it. */
export const motionModels = alphaModels.filter((name) => catalogue[name].control === 'motion');

export const modelNamed = (name: AlphaModelName): AlphaModel => catalogue[name];

export interface ModelWish {
  model: AlphaModelName | undefined;
  version: (typeof alphaVersions)[number] | undefined;
  mode: 'std' | 'pro' | undefined;
}

/** The model is known even beside a fault, where the fault leaves no doubt of it: other rules can then speak, too. */
export interface ModelChoice {
  model: AlphaModelName | null;
  faults: Fault[];
}

/** Which model a request means; `control` says whether it carries reference media. */
export function chooseModel({ model, version, mode }: ModelWish, control: 'prompt' | 'motion'): ModelChoice {
  const base = model ?? modelOfVersion(version, control);
  if (base === null) {
    const message = 'version for motion control is "2.6" or "3"';
    return { model: null, faults: [{ field: 'version', message, type: 'model_conflict' }] };
  }
  const faults: Fault[] = [];
  if (version !== undefined && generationOf(version) !== catalogue[base].version) {
    const message = `version for ${base} is "${catalogue[base].version}"`;
    faults.push({ field: 'version', message, type: 'model_conflict' });
  }
  const modeFault = modeFaultOf(base, mode);
  if (modeFault !== null) faults.push({ field: 'mode', message: modeFault, type: 'model_conflict' });
  const picksTwin = mode === 'pro' && catalogue[base].pro === 'has twin';
  return { model: picksTwin ? (`${base}_pro` as AlphaModelName) : base, faults };
}

const generationOf = (version: string): string => (version === '3.0' ? '3' : version);

function modelOfVersion(version: string | undefined, control: 'prompt' | 'motion'): AlphaModelName | null {
  if (version === undefined) return control === 'motion' ? defaultMotionModel : defaultModel;
  const isMeant = (name: AlphaModelName) =>
    catalogue[name].version === generationOf(version) &&
    catalogue[name].control === control &&
    catalogue[name].pro !== 'is twin';
  return alphaModels.find(isMeant) ?? null;
}

function modeFaultOf(model: AlphaModelName, mode: 'std' | 'pro' | undefined): string | null {
  const { pro: quality } = modelNamed(model);
  if (mode === 'pro' && quality === 'never') return `${model} has no pro mode: mode can only be "std"`;
  if (mode === 'std' && quality === 'is twin') {
    const twin = model.replace(/_pro$/, '');
    return `mode "std" contradicts model ${model}: send model ${twin} or mode "pro"`;
  }
  return null;
}
