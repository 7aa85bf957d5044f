/** The names of drawings in other languages, each with the English phrase that the studio reads it as. */
import { type Chosen, plain } from './chosen.ts';
import type { Libraries } from './libraries.ts';

export const LANGUAGES = ['de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ru', 'uk', 'zh', 'ja', 'ko'];

/** Words in front of what is meant: "visage de chat", "Gesicht". */
const FACE = /gesicht|visage|cara|viso|rosto|gezicht|twarz|морда|лицо|обличчя|мордочка|脸|の顔|얼굴/;

/** Drawings of two things that are known by the first of them, and how languages write "and". */
const LED_BY: Record<string, string> = { 'couch and lamp': 'couch', 'bow and arrow': 'bow' };
const AND = / (?:y|und|et|e|en|i|и|та|і) |和|と|와 /;

export function wordsIn(language: string, chosen: Chosen[], libraries: Libraries): Map<string, string> {
  const labels = new Map(libraries.described(language).map(({ hexcode, label }) => [hexcode, label]));
  const words = new Map<string, string>();
  for (const { hexcode, label, named } of chosen) {
    const foreign = labels.get(hexcode);
    // A gesture has a name in every language, and nobody means it by that.
    if (foreign === undefined || named === 'asked' || FACE.test(foreign)) continue;
    const phrase = plain(foreign).replaceAll(/\s+/g, ' ');
    if (!words.has(phrase)) words.set(phrase, label);
    const first = phrase.split(AND)[0]!;
    if (LED_BY[label] !== undefined && !words.has(first)) words.set(first, LED_BY[label]);
  }
  return words;
}
