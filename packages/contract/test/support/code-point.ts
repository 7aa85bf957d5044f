/** Any character of Unicode, for texts that properties are tried with. */
import fc from 'fast-check';

/** As `unit: 'binary'` of fast-check, whose list of all characters takes a process a second to make. Those of one byte come often: most of what is special is among them. */
export const codePoint: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0, max: 0xd7ff }),
    // Between them lie halves of pairs, which are no characters.
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map(
    (number) => String.fromCodePoint(number),
    // Without a way back fast-check would not try names such as `__proto__`.
    (text) => {
      if (typeof text !== 'string' || [...text].length !== 1) throw new Error('Not one character.');
      return text.codePointAt(0)!;
    },
  );
