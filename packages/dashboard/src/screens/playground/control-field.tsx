/** The control for one plain field: the kind follows from its schema, its options from the variant and the model. */
import { codePoints, counted } from '@afterimage/contract';
import { Dices } from 'lucide-react';
import { callbackFault, callbackStart } from '../../data/callback-start.ts';
import type { Mode } from '../../data/scope.ts';
import { afterPress } from '../../ui/after-press.ts';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classes } from '../../ui/classes.ts';
import { Field, FieldGroup, Select, TextArea, TextInput } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Control } from './form-model.ts';
import type { ShownControl } from './form-variants.ts';
import type { Playground } from './use-playground.ts';
import { fieldWords, optionWords } from './words.ts';

interface Entry {
  value: unknown;
  onChange(value: unknown): void;
  onBlur(): unknown;
}

/** Choices that are short enough stand side by side. */
const segmentedCharactersMax = 30;

export function ControlField({ shown, playground }: { shown: ShownControl; playground: Playground }) {
  const { control, need } = shown;
  const { name, label, about } = control;
  const said = playground.faultAt(name);
  const fault = control.kind === 'url' ? callbackFault(said, playground.mode) : said;
  const entry: Entry = {
    value: playground.values[name],
    onChange: (value) => playground.setValue(name, value),
    // Nobody who only passed by wants to hear that it is empty.
    onBlur: () => (playground.values[name] ?? '') !== '' && afterPress(() => playground.touch(name)),
  };
  if (control.kind === 'choice') return <ChoiceField shown={shown} entry={entry} fault={fault} />;
  if (control.kind === 'flag') {
    const checked = entry.value === undefined ? shown.usual === true : entry.value === true;
    return (
      <FieldGroup label={label} hint={about} fault={fault}>
        <Checkbox
          label={fieldWords(name).check ?? label}
          checked={checked}
          onChange={(event) => entry.onChange(event.target.checked)}
        />
      </FieldGroup>
    );
  }
  return (
    <Field
      label={label}
      // In the hint's place, so that a click that leaves the field still finds what it was aimed at.
      hint={
        fault === undefined || isTooLong(control, entry.value) ? (
          <Hint control={control} value={entry.value} mode={playground.mode} />
        ) : undefined
      }
      fault={fault}
      optional={need === 'optional' && shown.usual === undefined}
      className={
        control.kind === 'text' && control.lines === 'many' ? 'sm:col-span-2 lg:col-span-1 xl:col-span-2' : undefined
      }
    >
      <Typed control={control} usual={shown.usual} entry={entry} />
    </Field>
  );
}

/** Then its counter stays beside the fault: it says how much has to go. */
const isTooLong = (control: Control, value: unknown): boolean =>
  control.kind === 'text' && typeof value === 'string' && codePoints(value) > control.lengthMax;

function Hint({ control, value, mode }: { control: Control; value: unknown; mode: Mode }) {
  const counts = control.kind === 'text' && typeof value === 'string' && value !== '';
  return (
    <span className="flex justify-between gap-4">
      <span>
        {control.about} {control.kind === 'url' && callbackStart(mode)}
      </span>
      {counts && (
        <span className={classes('shrink-0', isTooLong(control, value) && 'text-bad')}>
          {counted(codePoints(value))} / {counted(control.lengthMax)}
        </span>
      )}
    </span>
  );
}

type TypedControl = Exclude<Control, { kind: 'choice' | 'flag' }>;

function Typed({ control, usual, entry }: { control: TypedControl; usual: unknown; entry: Entry }) {
  const text = entry.value === undefined ? '' : String(entry.value);
  if (control.kind === 'number') return <NumberEntry control={control} usual={usual} entry={entry} />;
  if (control.kind === 'url') {
    return (
      <TextInput
        type="url"
        inputMode="url"
        placeholder={String((control.schema['examples'] as string[] | undefined)?.[0] ?? 'https://')}
        value={text}
        onChange={(event) => entry.onChange(event.target.value)}
        onBlur={entry.onBlur}
      />
    );
  }
  const common = {
    value: text,
    onBlur: entry.onBlur,
    spellCheck: true,
  };
  return control.lines === 'many' ? (
    <TextArea
      {...common}
      dir="auto"
      rows={control.name === 'prompt' ? 4 : 2}
      data-search={control.name === 'prompt' || undefined}
      onChange={(event) => entry.onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat)
          event.currentTarget.form?.requestSubmit();
      }}
    />
  ) : (
    <TextInput {...common} onChange={(event) => entry.onChange(event.target.value)} />
  );
}

/** A fraction between near ends is slid, a whole number typed. */
function NumberEntry(props: { control: Extract<Control, { kind: 'number' }>; usual: unknown; entry: Entry }) {
  const { control, usual, entry } = props;
  const { min, max, step } = control;
  const isSlid = step === 'fraction';
  const value = entry.value ?? (isSlid ? usual : '');
  const input = (
    <TextInput
      type={isSlid ? 'range' : 'number'}
      min={min}
      max={max}
      step={isSlid ? (max - min) / 20 : 1}
      value={String(value ?? '')}
      onChange={({ target }) => entry.onChange(target.value === '' ? undefined : Number(target.value))}
      onBlur={entry.onBlur}
      className={isSlid ? 'border-0 bg-transparent px-0 accent-accent' : undefined}
    />
  );
  if (control.name === 'seed') {
    const draw = () => entry.onChange(min + Math.floor(Math.random() * (max - min + 1)));
    return (
      <div className="flex gap-2">
        {input}
        <IconButton icon={Dices} label="Draw a seed" onClick={draw} className="size-9 shrink-0 border border-line" />
      </div>
    );
  }
  if (!isSlid) return input;
  return (
    <div className="flex items-center gap-3">
      {input}
      <span aria-hidden className="w-10 text-right font-medium">
        {String(value)}
      </span>
    </div>
  );
}

function ChoiceField({ shown, entry, fault }: { shown: ShownControl; entry: Entry; fault: string | undefined }) {
  const { control, options, need, usual } = shown;
  const { label } = control;
  // The sentences after the first tell of other variants and models, which the options already follow.
  const about = control.about.split('. ')[0]?.replace(/\.$/, '') ?? '';
  const mayBeLeft = need === 'optional' && usual === undefined;
  const words = [
    ...(mayBeLeft ? [{ value: '', label: 'Automatic' }] : []),
    ...options.map((option) => ({ value: String(option), label: optionWords(control.name, option) })),
  ];
  const choose = (text: string) => entry.onChange(options.find((option) => String(option) === text));
  const value = entry.value === undefined ? '' : String(entry.value);
  const characters = words.reduce((sum, word) => sum + word.label.length + 2, 0);
  if (words.length > 1 && characters <= segmentedCharactersMax) {
    return (
      <FieldGroup label={label} hint={about} fault={fault}>
        <Segmented label={label} choices={words} value={value} onChange={choose} className="self-start" />
      </FieldGroup>
    );
  }
  return (
    <Field label={label} hint={about === '' ? undefined : about} fault={fault}>
      <Select value={value} onChange={(event) => choose(event.target.value)} onBlur={entry.onBlur}>
        {words.map((word) => (
          <option key={word.value} value={word.value}>
            {word.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
