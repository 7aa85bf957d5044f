/** What is known of a language: its words, each with the English ones that the studio reads it as. */

/** All but English. */
export const LANGUAGE_CODES = ['de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ru', 'uk', 'zh', 'ja', 'ko'] as const;

export type LanguageCode = (typeof LANGUAGE_CODES)[number];

export interface Language {
  code: LanguageCode;
  /** Articles, prepositions and numbers: they tell which language it is. */
  small: Map<string, string>;
  /** Everything else that we have a word for ourselves. */
  own: Map<string, string>;
  /** The names of the drawings; a file of its own, read when the language is met. */
  names: () => Map<string, string>;
  /** Own words and names by their first letter, taken apart: for forms that are not written out. */
  forms: () => Map<string, Form[]>;
}

export interface Form {
  parts: string[];
  english: string;
}
