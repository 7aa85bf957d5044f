/** What a program has to know of a family to call it and to read its record: the names that differ from family to family. */
import { failureCode, failureObject, mediaUrl, progressPercent, queuePosition, type Shown } from './answers.ts';
import type { Family } from './family.ts';
import type { FieldMedia, JsonSchema } from './fields.ts';

/** Each name is that of a member of the record; left out where the record has none. */
export interface Calling {
  path: string;
  id: string;
  link: string;
  failure: string;
  percent?: string;
  position?: string;
  media: Readonly<Record<string, CallingMedium>>;
}

export interface CallingMedium {
  kind: 'image' | 'video';
  list: boolean;
  /** In which forms it may be sent. */
  takes: 'url' | 'file' | 'both';
  /** The field for the other form, where that is another field. */
  twin?: string;
}

export function callingOf(family: Family): Calling {
  const { properties } = family.schemas.record as { properties: Readonly<Record<string, JsonSchema>> };
  // A member is known by its word, whose schema it carries; names say nothing.
  const named = ({ schema }: Shown) => Object.keys(properties).find((name) => properties[name] === schema);
  const percent = named(progressPercent);
  const position = named(queuePosition);
  return {
    path: family.path,
    id: family.idName,
    link: named(mediaUrl) ?? '',
    failure: named(failureCode) ?? named(failureObject) ?? '',
    ...(percent !== undefined && { percent }),
    ...(position !== undefined && { position }),
    media: Object.fromEntries([...family.mediaFields.keys()].map((field) => [field, mediumOf(family, field)])),
  };
}

/** Why it failed, as its family's record says it; null where it did not. */
export function failureCodeIn(family: Family, record: Readonly<Record<string, unknown>>): string | null {
  const said = record[callingOf(family).failure] as string | { message?: string } | null | undefined;
  return (typeof said === 'object' ? said?.message : said) ?? null;
}

function mediumOf({ mediaFields }: Family, field: string): CallingMedium {
  const rules = mediaFields as ReadonlyMap<string, FieldMedia>;
  const { kind, list, role, takes } = rules.get(field)!;
  const form = takesOf(takes);
  const twin = [...rules].find(
    ([name, other]) =>
      name !== field &&
      other.kind === kind &&
      other.list === list &&
      other.role === role &&
      [form, takesOf(other.takes)].toSorted().join() === 'file,url',
  );
  return { kind, list, takes: form, ...(twin !== undefined && { twin: twin[0] }) };
}

const takesOf = (takes: FieldMedia['takes']): CallingMedium['takes'] =>
  takes === 'url' ? 'url' : takes === 'data-uri' ? 'file' : 'both';
