/** The subjects a prompt names, in its order, with their counts and colours. */
import { COLOUR_WORDS } from './colour-words.ts';
import { SETTING_WORDS, type Season, STYLE_WORDS } from './place-words.ts';
import { SKY_WORDS } from './sky-words.ts';
import { countBefore, ownColour, type SceneSubject, SUBJECT_KINDS, type SubjectKind } from './subject-words.ts';

/** More kinds than this would leave none of them room to be told. */
const KINDS_MAX = 4;

/** What belongs to another thing when both are named: the candles on a cake are drawn with it. */
const PARTS: Partial<Record<SubjectKind, SubjectKind>> = { candle: 'cake' };

const BACKGROUND = new Set(['background', 'backdrop', 'wall']);

export interface ReadSubjects {
  subjects: SceneSubject[];
  /** Places in the words of colours that belong to a subject, and so not to the place. */
  taken: Set<number>;
}

/** Each kind once; a colour just before one belongs to it. */
export function readSubjects(words: string[], season: Season | null): ReadSubjects {
  const subjects: SceneSubject[] = [];
  const taken = new Set<number>();
  words.forEach((word, at) => {
    const kind = SUBJECT_KINDS.get(word);
    if (kind === undefined || STYLE_WORDS.has(word)) return;
    const colourAt = [at - 1, at - 2, at - 3].find(
      (before) => COLOUR_WORDS.has(words[before] ?? '') && !taken.has(before) && joins(words.slice(before + 1, at)),
    );
    const { count, said } = countBefore(words, at);
    const known = subjects.find((subject) => subject.kind === kind);
    if (colourAt !== undefined) taken.add(colourAt);
    const colour = colourAt === undefined ? ownColour(kind, season) : COLOUR_WORDS.get(words[colourAt]!)!;
    if (known === undefined)
      subjects.push({ kind, count, colour, painted: colourAt !== undefined, uncounted: count > 1 && !said });
    else known.count = Math.max(known.count, count);
  });
  const kinds = subjects.map(({ kind }) => kind);
  const whole = subjects.filter(({ kind }) => PARTS[kind] === undefined || !kinds.includes(PARTS[kind]));
  return { subjects: whole.slice(0, KINDS_MAX), taken };
}

/** Whether words between a colour and a subject let the one describe the other: "red and big house" yes, "sky, a" no. */
function joins(between: string[]): boolean {
  return between.every(
    (word) => !SETTING_WORDS.has(word) && !SUBJECT_KINDS.has(word) && !SKY_WORDS.has(word) && !BACKGROUND.has(word),
  );
}
