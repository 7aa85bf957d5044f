/** What stands for a word that has no shape of its own: a dove for peace, an hourglass for time. */

const EMBLEMS: Record<string, string> = {
  'an old man on a bench in autumn fog': 'loneliness solitude isolation lonesomeness abandonment alienation',
  'three flying birds over the sea at sunrise': 'freedom liberty independence liberation',
  'a seedling at sunrise': 'hope optimism renewal rebirth beginning beginnings faith',
  'a red heart': 'love affection romance passion devotion',
  'a white dove in a meadow': 'peace harmony innocence purity',
  'an hourglass beside an alarm clock': 'time waiting patience urgency transience',
  'balloons over a meadow': 'joy happiness cheerfulness delight bliss fun',
  'a wilted flower in the rain': 'sadness grief sorrow melancholy heartbreak despair loss regret',
  'a ghost in a dark forest at night': 'fear terror dread horror anxiety panic',
  'an erupting volcano': 'anger rage fury wrath hatred',
  'a green snake beside a red apple': 'jealousy envy temptation sin betrayal deceit lies',
  'a balance scale': 'justice fairness equality balance law',
  'a trophy': 'victory success triumph achievement glory winning',
  'a four leaf clover': 'luck fortune chance',
  'an owl on a stack of books': 'wisdom knowledge learning education',
  'a lion on a cliff': 'courage bravery strength pride dignity',
  'a tornado over fields': 'chaos disorder destruction confusion disaster',
  'a light bulb': 'idea ideas inspiration creativity innovation invention imagination insight',
  'an old key beside a padlock': 'secret secrets mystery trust privacy safety security',
  'a ring': 'promise commitment marriage fidelity loyalty vow',
  'people holding hands': 'friendship companionship solidarity unity togetherness kindness',
  'an old camera beside a gramophone': 'nostalgia homesickness childhood youth memory memories remembrance past',
  'a money bag beside a stack of gold coins': 'greed wealth prosperity capitalism economy',
  'a headstone in a graveyard at dusk': 'death mortality oblivion farewell end',
  'crossed swords': 'war conflict rivalry violence revenge',
  'a flag on a mountain': 'ambition perseverance determination willpower',
  'a moonlit lake with stars': 'silence stillness serenity tranquility calmness infinity eternity dream dreams',
  'a butterfly on a rose': 'beauty elegance tenderness fragility gratitude',
  'a magnifying glass beside an open book': 'curiosity truth research science honesty',
  'a compass beside a map': 'adventure wanderlust journey discovery destiny fate',
  'a crown on a throne': 'power authority fame',
  'a small tree beside a big tree': 'growth change evolution progress',
};

const BY_WORD = new Map(
  Object.entries(EMBLEMS).flatMap(([picture, words]) => words.split(' ').map((word) => [word, picture] as const)),
);

/** The words with the first of them that has an emblem shown by it, or null where none has. */
export function emblemOf(words: string[]): { name: string; picture: string; words: string[] } | null {
  const at = words.findIndex((word) => BY_WORD.has(word));
  if (at < 0) return null;
  const picture = BY_WORD.get(words[at]!)!;
  return { name: words[at]!, picture, words: [...picture.split(' '), ...words.slice(at + 1)] };
}
