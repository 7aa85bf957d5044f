/** What vendors call their models, and what each takes: dated files beside this one, because such names last months. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Task } from '@afterimage/contract';
import { parse } from 'yaml';
import type { FitQuestion, InputNeeds } from './engine.ts';
import { type Abilities, anyInput, type Steps, type Taken } from './fit.ts';

export interface PresetModel {
  /** Our model, or several with `*`; absent: whoever names the vendor's model in a route. */
  for?: string;
  /** The vendor's id; may end in `*` where a row describes many. */
  model: string;
  dialect?: string;
  /** Which of the vendor's calls makes it, where the task does not say. */
  operation?: string;
  tasks: Task[];
  seconds?: Steps;
  aspects?: string[];
  resolutions?: string[];
  images_max?: number;
  prompt_max?: number;
  takes?: Taken[];
  /** An image decides the shape of the video. */
  follows_input?: true;
  /** Media that is taken only as a link of ours. */
  linked?: 'videos' | 'all';
  /** The vendor's field and our value that goes into it. */
  input?: Record<string, string>;
  /** Fields that are always the same. */
  set?: Record<string, unknown>;
}

export interface Preset {
  /** The file's name: `kling-2026-11`. */
  name: string;
  vendor: string;
  /** The day on which it was true. */
  date: string;
  inputs: InputNeeds;
  models: PresetModel[];
}

const folder = new URL('./presets/', import.meta.url);
let known: readonly Preset[] | undefined;

/** Newest first. */
export function allPresets(): readonly Preset[] {
  known ??= readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => {
      const read = parse(readFileSync(new URL(file, folder), 'utf8'), { merge: true }) as Omit<Preset, 'name'>;
      return { ...read, name: file.replace(/\.yaml$/, ''), inputs: { ...anyInput, ...read.inputs } };
    })
    .toSorted((a, b) => b.date.localeCompare(a.date));
  return known;
}

export function fitsPattern(name: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}

export interface PresetRow {
  row: PresetModel;
  /** The vendor's id: the route's, else the row's. */
  model: string;
  preset: Preset;
}

/** The row for a question: of the vendor's model where the route names one, else of ours. Null: none is known. */
export function presetRow(vendor: string, question: Pick<FitQuestion, 'model' | 'work' | 'use'>): PresetRow | null {
  const { use, work } = question;
  const presets = allPresets().filter((preset) => preset.vendor === vendor);
  const preset = use.preset === null ? presets[0] : presets.find(({ name }) => name === use.preset);
  if (preset === undefined) return null;
  const rows = preset.models.filter((row) =>
    use.model === null
      ? row.for !== undefined && fitsPattern(question.model, row.for)
      : fitsPattern(use.model, row.model) && (use.dialect === null || (row.dialect ?? use.dialect) === use.dialect),
  );
  // A row that lacks the task still says what the model makes.
  const row = rows.find(({ tasks }) => tasks.includes(work.task)) ?? rows[0];
  return row === undefined ? null : { row, model: use.model ?? row.model, preset };
}

export function abilitiesOf({ row, preset }: PresetRow): Abilities {
  return {
    tasks: row.tasks,
    ...(row.seconds !== undefined && { seconds: row.seconds }),
    ...(row.aspects !== undefined && { aspects: row.aspects }),
    ...(row.resolutions !== undefined && { resolutions: row.resolutions }),
    ...(row.images_max !== undefined && { imagesMax: row.images_max }),
    ...(row.prompt_max !== undefined && { promptMax: row.prompt_max }),
    ...(row.linked !== undefined && { linked: row.linked }),
    ...(row.follows_input !== undefined && { followsInput: row.follows_input }),
    takes: row.takes ?? [],
    inputs: preset.inputs,
  };
}
