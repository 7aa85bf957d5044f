/** The subjects a prompt names, in its order, with their counts and colours. */
import { subjectOf } from '../subjects/index.ts';
import type { CastSubject } from './cast.ts';
import { COLOUR_WORDS } from './colour-words.ts';
import { SETTING_WORDS, STYLE_WORDS } from './place-words.ts';
import { SKY_WORDS } from './sky-words.ts';
import { countBefore, SUBJECT_KINDS } from './subject-words.ts';
import { plainSubject } from './traits.ts';

/** More kinds than this would leave none of them room to be told. */
const KINDS_MAX = 4;

const BACKGROUND = new Set(['background', 'backdrop', 'wall']);

export interface ReadSubjects {
  subjects: CastSubject[];
  /** Places in the words of colours that belong to a subject, and so not to the place. */
  taken: Set<number>;
}

/** Each kind once; a colour just before one belongs to it. */
export function readSubjects(words: string[]): ReadSubjects {
  const subjects: CastSubject[] = [];
  const taken = new Set<number>();
  words.forEach((word, at) => {
    const kind = SUBJECT_KINDS.get(word);
    if (kind === undefined || STYLE_WORDS.has(word)) return;
    const colourAt = [at - 1, at - 2, at - 3].find(
      (before) => COLOUR_WORDS.has(words[before] ?? '') && !taken.has(before) && joins(words.slice(before + 1, at)),
    );
    const { count, said } = countBefore(words, at);
    const known = subjects.find((subject) => subject.own === kind);
    if (colourAt !== undefined) taken.add(colourAt);
    const colour = colourAt === undefined ? null : COLOUR_WORDS.get(words[colourAt]!)!;
    if (known === undefined)
      subjects.push({ ...plainSubject(kind, count), name: word, colour, uncounted: count > 1 && !said });
    else known.count = Math.max(known.count, count);
  });
  const kinds: (string | null)[] = subjects.map(({ own }) => own);
  const whole = subjects.filter(({ own }) => own === null || !kinds.includes(subjectOf(own).partOf ?? 'none'));
  return { subjects: whole.slice(0, KINDS_MAX), taken };
}

/** Whether words between a colour and a subject let the one describe the other: "red and big house" yes, "sky, a" no. */
function joins(between: string[]): boolean {
  return between.every(
    (word) => !SETTING_WORDS.has(word) && !SUBJECT_KINDS.has(word) && !SKY_WORDS.has(word) && !BACKGROUND.has(word),
  );
}
