/** Words that a prompt wants to be read in its picture, on a sign or a banner: they are written there, and name nothing else. */

/** What carries a few words to be read: these may follow it without quotation marks. */
const SIGNS = 'sign|signboard|signpost|poster|banner|billboard|placard|label';

/** What leads in the words on it, and what does so in quotation marks and capitals, too. */
const TELLS = '(?:that|which) (?:says?|reads?)|saying|reading|spelling|with (?:the )?(?:words?|text)';
const LEADS_IN = `${TELLS}|(?:the )?(?:words?|text)`;

/** What carries or announces writing in quotation marks, in the languages that the studio reads. */
const ANNOUNCED = [
  `(?:${SIGNS})s?|lettering|letters|inscription|headline|slogan|caption|logo|graffiti|message|word|words|text|title|titled|says|say|saying|reads|reading|written|spelling|spells|labelled|labeled|inscribed`,
  'schild|plakat|transparent|aufschrift|beschriftung|wort|wörter|worte|worten|wörtern|leuchtreklame|schriftzug|steht',
  'panneau|pancarte|affiche|enseigne|inscription|mot|mots|texte|dit|écrit',
  'letrero|cartel|pancarta|palabra|palabras|texto|dice|escrito|placa|palavra|palavras|diz',
  'cartello|insegna|manifesto|scritta|parola|parole|testo',
  'bord|woord|woorden|tekst|opschrift|zegt',
].join('|');

const QUOTED = '["“”„«»]\\s*([^"“”„«»]{1,40}?)\\s*["“”«»]|(?<!\\p{L})[\'‘]([^\'‘’]{1,40})[\'’](?!\\p{L})';

/** In quotation marks, a few words after what announces it. */
const IN_QUOTES = new RegExp(`(?<=(?<!\\p{L})(?:${ANNOUNCED})(?:\\s+[\\p{L}-]+){0,4}\\s*:?\\s*)(?:${QUOTED})`, 'giu');

/** In capitals, right after it. */
const IN_CAPITALS = new RegExp(
  `(?<!\\p{L})(?i:${LEADS_IN}) (?=\\p{Lu}[\\p{Lu}\\p{N}]|\\p{Lu} \\p{Lu}{2})([\\p{Lu}\\p{N}!?'’&-]+(?: [\\p{Lu}\\p{N}!?'’&-]+)*)(?!\\p{L})`,
  'gu',
);

/** What "says" something says it to the end, or until it is told where that stands. */
const SAID = new RegExp(
  `\\b(?:${SIGNS})s? (?:${TELLS}) (\\p{L}[\\p{L}'’!?]*(?: (?!(?:on|in|at|above|over|under|by|near|beside|hanging|standing|and|with)\\b)\\p{L}[\\p{L}'’!?]*){0,3})`,
  'giu',
);

/** How announced words are led in: this goes with them. */
const LED_IN = new RegExp(
  `(?<!\\p{L})(?:${[
    LEADS_IN,
    'mit (?:der|dem|den) (?:aufschrift|schriftzug|text|worte?n?|wörtern)|auf (?:dem|der) steht',
    "avec (?:le|les|l’|l')\\s?(?:mots?|texte|inscription)|qui dit",
    'con (?:la|las|el) (?:palabras?|texto)|que (?:dice|diz)',
    'con (?:la|le|il) (?:scritta|parola|parole|testo)',
    'com (?:a|as) palavras?|met (?:de|het) (?:tekst|woord|woorden)',
  ].join('|')})\\s*:?\\s*$`,
  'iu',
);

/** The prompt without what is to be written, and that, or null where nothing is. */
export function withoutWritten(given: string): { prompt: string; written: string | null } {
  const prompt = given.replaceAll(/\s+/g, ' ');
  // Of a prompt in capitals they tell nothing.
  const shouted = !/\p{Ll}/u.test(prompt);
  const patterns = shouted ? [IN_QUOTES] : [IN_QUOTES, IN_CAPITALS, SAID];
  for (const pattern of patterns) {
    const found = [...prompt.matchAll(pattern)];
    const texts = found.map(([, one, other]) => (one ?? other ?? '').trim()).filter((text) => text !== '');
    if (texts.length === 0) continue;
    let rest = '';
    let from = 0;
    for (const match of found) {
      const text = match[1] ?? match[2] ?? '';
      const at = match.index + (pattern === IN_QUOTES ? 0 : match[0].lastIndexOf(text));
      rest += prompt.slice(from, at).replace(LED_IN, '');
      from = match.index + match[0].length;
    }
    return { prompt: rest + prompt.slice(from), written: texts.join(' ') };
  }
  return { prompt: given, written: null };
}
