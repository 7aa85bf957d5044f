/** Which letters can be written onto a video: those of the font that ships with the studio. A test compares the two. */
import { Field } from './fields.ts';

/** Latin, Greek and Cyrillic with their accents, and the punctuation that goes with them. */
export const writableCharacters =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u0148\u014a-\u01c3\u01c5-\u024f\u0386-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490-\u049d\u04a0-\u04ff\u1e00-\u1e9b\u1e9e-\u1eff\u2010-\u2027\u2030-\u2055\u20ac\u2116\u2122]*$/u;

/** Refused rather than drawn as boxes. */
export function writable(field: Field<string | undefined>): Field<string | undefined> {
  return new Field({
    ...field,
    schema: { ...field.schema, pattern: writableCharacters.source },
    check(value, name) {
      const checked = field.check(value, name);
      if (!checked.ok || checked.value === undefined || writableCharacters.test(checked.value)) return checked;
      const message = `${name} must be in Latin, Greek or Cyrillic letters, digits and punctuation: others cannot be drawn`;
      return { ok: false, faults: [{ field: name, message, type: 'string_pattern' }] };
    },
  });
}
