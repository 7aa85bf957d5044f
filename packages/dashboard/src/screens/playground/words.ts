/**
 * What the forms say to people. Fields are named by the interface; a form calls them what a person would. A field that is
 * not here, of a family that was added since, is called by its own name and described by its own documentation.
 */
import type { Family } from '@afterimage/contract';
import { asSentence, plainWords } from '../../ui/plain-words.ts';

interface FieldWords {
  label?: string;
  hint?: string;
  /** Beside a check box. */
  check?: string;
}

const fields: Readonly<Record<string, FieldWords>> = {
  negative_prompt: { label: 'Negative prompt', hint: 'What it should not show.' },
  callback_url: { hint: 'We post the result there, signed, when it is finished.' },
  aspect_ratio: { hint: 'Width to height.' },
  duration: { label: 'Length', hint: '' },
  img_resolution: { label: 'Resolution' },
  cfg_scale: { label: 'Follow the prompt', hint: '0 leaves the most freedom, 1 keeps to the words.' },
  seed: { hint: 'The same seed and prompt make the same result. Left empty, one is drawn.' },
  prefer_multi_shots: { label: 'Several shots', hint: '', check: 'Several shots of the subject in one picture' },
  keep_original_sound: { label: 'Sound', hint: '', check: 'With sound' },
  watermark_text: { label: 'Watermark', hint: '3 to 14 characters, written onto the video.' },
  mode: { label: 'Quality', hint: 'Pro is larger and costs more.' },
  version: { hint: 'Another way to choose the model.' },
};

const options: Readonly<Record<string, string>> = { std: 'Standard', pro: 'Pro', auto: 'Automatic' };

export const fieldWords = (name: string): FieldWords => fields[name] ?? {};

export const fieldLabel = (name: string): string => fieldWords(name).label ?? labelOf(name.split('_'));

const written: Readonly<Record<string, string>> = { url: 'URL', cfg: 'CFG', img: 'image' };

export function labelOf(words: readonly string[]): string {
  const label = words.map((word) => written[word] ?? word).join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

export function optionWords(field: string, option: string | number): string {
  return field === 'duration' ? `${option} s` : (options[option] ?? String(option));
}

interface SaidFault {
  field: string;
  message: string;
  type?: string;
}

/** A fault as the interface says it, said to a person: what to do, and the field by its label. */
export function faultWords(family: Family, { field, message, type }: SaidFault, label: string): string {
  const isMissing = type === 'missing' || /\bis required\b/.test(message);
  if (field === 'prompt' && isMissing)
    return `Write what the ${family.output === 'video' ? 'video' : 'picture'} shows.`;
  if (isMissing && message === `${field} is required`) return `${label} is needed.`;
  const plain = plainWords(message);
  if (plain !== undefined) return plain;
  return asSentence(message.replaceAll(field, label));
}
