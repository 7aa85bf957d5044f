/** The words of the request tables: each field knows how to check a value in human words, and its JSON Schema. */
import type { MediaRole } from './generation.ts';
import type { MediaFieldRule } from './media-rule.ts';
import { counted, either } from './words.ts';

/** One thing wrong with a request. */
export interface Fault {
  /** As the caller would write it: `duration`, `images_url[1]`. */
  field: string;
  /** One sentence that says what is allowed. */
  message: string;
  /** A stable word for programs; beta's 422 shows it. */
  type: string;
}

/** `images_url[1]` is about `images_url`. */
export const fieldWithoutIndex = (field: string): string => field.replace(/\[\d+\]$/, '');

export type Checked<Value> = { ok: true; value: Value } | { ok: false; faults: Fault[] };

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What the body reader and the media list need to know of a field that carries media. */
export interface FieldMedia extends MediaFieldRule {
  role: MediaRole;
}

interface FieldParts<Value> {
  schema: JsonSchema;
  /** What the request holds when the field was not sent; a required field has none. */
  absent: { value: Value } | 'refused';
  check: (value: unknown, name: string) => Checked<Value>;
  media?: FieldMedia;
}

/** A field of a request; `Value` is what the family's code sees, `undefined` included when it may be left out. */
export class Field<Value> {
  readonly schema: JsonSchema;
  readonly absent: { value: Value } | 'refused';
  readonly check: (value: unknown, name: string) => Checked<Value>;
  readonly media: FieldMedia | undefined;

  constructor(parts: FieldParts<Value>) {
    this.schema = parts.schema;
    this.absent = parts.absent;
    this.check = parts.check;
    this.media = parts.media;
  }

  required(): Field<Exclude<Value, undefined>> {
    const check = this.check as Field<Exclude<Value, undefined>>['check'];
    return new Field({ schema: this.schema, absent: 'refused', check, media: this.media });
  }

  /** The value used when the field is not sent. */
  byDefault(value: Exclude<Value, undefined>): Field<Exclude<Value, undefined>> {
    const check = this.check as Field<Exclude<Value, undefined>>['check'];
    return new Field({ schema: { ...this.schema, default: value }, absent: { value }, check, media: this.media });
  }

  /** A default that only documents: the family works the value out from other fields, as the words say. */
  usually(value: Exclude<Value, undefined>, otherwise: string): Field<Value> {
    return new Field({ ...this, schema: { ...this.schema, default: value, 'x-usually': otherwise } });
  }

  about(description: string): Field<Value> {
    return new Field({ ...this, schema: { ...this.schema, description } });
  }
}

export const accept = <Value>(value: Value): Checked<Value> => ({ ok: true, value });

export const refuse = (field: string, type: string, message: string): { ok: false; faults: Fault[] } => ({
  ok: false,
  faults: [{ field, message, type }],
});

/** All that Unicode calls white space, and the mark that begins some files; `trim` leaves U+0085. */
const blank = /^[\p{White_Space}\ufeff]*$/u;

/** Of a longer text the service keeps only the beginning, never fewer characters than this. */
const charactersCountedMax = 20_000;

/** Text of `min` to `max` Unicode code points. */
export function text(min: number, max: number): Field<string | undefined> {
  return new Field<string | undefined>({
    schema: { type: 'string', minLength: min, maxLength: max },
    absent: { value: undefined },
    check(value, name) {
      if (typeof value !== 'string') return refuse(name, 'string_type', `${name} must be a string`);
      const characters = codePoints(value);
      if (characters < min || characters > max) {
        const type = characters < min ? 'string_too_short' : 'string_too_long';
        const sent =
          characters > charactersCountedMax ? `more than ${counted(charactersCountedMax)}` : counted(characters);
        const asked = min === max ? min : `${min}-${max}`;
        return refuse(name, type, `${name} must be ${asked} characters (${sent} sent)`);
      }
      if (!value.isWellFormed() || value.includes('\0')) {
        return refuse(name, 'string_unicode', `${name} must be Unicode text without NUL and without lone surrogates`);
      }
      if (blank.test(value)) return refuse(name, 'string_blank', `${name} must not be white space only`);
      return accept(value);
    },
  });
}

/** Nothing that ends a line or that a terminal would obey. */
export const isOneLine = (value: string): boolean => !/\p{Cc}/u.test(value);

/** A name or a reason that people give: others read it in tables and terminals. */
export function line(min: number, max: number): Field<string | undefined> {
  const any = text(min, max);
  return new Field<string | undefined>({
    ...any,
    check(value, name) {
      const checked = any.check(value, name);
      if (!checked.ok || isOneLine(checked.value!)) return checked;
      return refuse(name, 'string_line', `${name} must be one line without control characters`);
    },
  });
}

/** The specification's limits are read as code points, so that an emoji counts as one character. */
export function codePoints(value: string): number {
  let count = value.length;
  for (let at = 0; at < value.length - 1; at++) {
    const isPair = (value.charCodeAt(at) & 0xfc00) === 0xd800 && (value.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (isPair) count--;
  }
  return count;
}

/** One of a few values, all strings or all integers. */
export function oneOf<const Value extends string | number>(...values: Value[]): Field<Value | undefined> {
  const type = typeof values[0] === 'number' ? 'integer' : 'string';
  const allowed = either(values.map((value) => JSON.stringify(value)));
  return new Field<Value | undefined>({
    schema: { type, enum: values },
    absent: { value: undefined },
    check(value, name) {
      if (values.includes(value as Value)) return accept(value as Value);
      const isRightType = typeof value === typeof values[0];
      const says = isRightType ? 'must be' : `is ${type === 'integer' ? 'an integer' : 'a string'}:`;
      return refuse(name, 'literal_error', `${name} ${says} ${allowed}`);
    },
  });
}

export function integer(min: number, max: number): Field<number | undefined> {
  return new Field<number | undefined>({
    schema: { type: 'integer', minimum: min, maximum: max },
    absent: { value: undefined },
    check(value, name) {
      if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) {
        return accept(value as number);
      }
      return refuse(name, Number.isInteger(value) ? 'range_error' : 'int_type', integerSentence({ name, min, max }));
    },
  });
}

const integerSentence = ({ name, min, max }: { name: string; min: number; max: number }) =>
  `${name} must be an integer from ${min} to ${max}`;

export function number(min: number, max: number): Field<number | undefined> {
  return new Field<number | undefined>({
    schema: { type: 'number', minimum: min, maximum: max },
    absent: { value: undefined },
    check(value, name) {
      if (typeof value === 'number' && value >= min && value <= max) return accept(value);
      const type = typeof value === 'number' ? 'range_error' : 'float_type';
      return refuse(name, type, `${name} must be a number from ${min} to ${max}`);
    },
  });
}

export function flag(): Field<boolean | undefined> {
  return new Field<boolean | undefined>({
    schema: { type: 'boolean' },
    absent: { value: undefined },
    check: (value, name) =>
      typeof value === 'boolean' ? accept(value) : refuse(name, 'bool_type', `${name} must be true or false`),
  });
}

/** A field whose type follows from the model: a rule of the family judges whatever was sent, in words that name the model. */
export function judgedByRule<Value>(schema: JsonSchema): Field<Value | undefined> {
  return new Field<Value | undefined>({
    schema,
    absent: { value: undefined },
    check: (value) => accept(value as Value),
  });
}
