/** The subjects a prompt names, in its order: the heads of its phrases, with counts, colours, verbs and relations. */

import { vectorForm } from '../drawings/vectors.ts';
import { subjectOf } from '../subjects/index.ts';
import type { CastSubject, Place, RelationKind, Verb } from './cast.ts';
import { COLOUR_WORDS } from './colour-words.ts';
import { ACTIVITIES, COMPANIONS, DEEDS_WITH, genderOf, isCompanion, PLAYED, PLAYER } from './companions.ts';
import { type Drawable, namedBy } from './lexicon.ts';
import { castOf, isPerson, isPlant, joinMentions, type Mention, metresOf, nameOf } from './mentions.ts';
import { BETWEEN, DESCRIBED_AFTER, emptyPhrase, inHand, MANNER, type Phrase, SET_OFF, SUBSTANCES } from './phrase.ts';
import { PLACE_NAMES } from './place-names.ts';
import type { Token } from './tokens.ts';
import { VERB_WORDS } from './verbs.ts';

/** More kinds than this would leave none of them room to be told. */
const KINDS_MAX = 4;

/** More than this many of one kind would be too small to be told apart. */
const COUNT_MAX = 9;

export interface ReadSubjects {
  subjects: CastSubject[];
  /** Places in the words of colours that belong to a subject, and so not to the place. */
  taken: Set<number>;
  /** Where it plays, in the order of the words. */
  places: Place[];
  /** Where the first of them is shown when no place is named, if not where its drawing lives. */
  home: Place | null;
  /** Things that were asked for and are not drawn. */
  undrawn: string[];
  /** Drawn as something that they are a kind of. */
  nearest: { name: string; as: string }[];
  /** What the prompt is about, where that is a thing without a drawing. */
  head: string | null;
}

interface Holding {
  phrase: Phrase;
  name: string;
  who: string;
  holds: string;
  plural: boolean;
  home: Place | null;
}

type Pending = { kind: RelationKind; from: number } | { kind: 'with'; from: number } | null;

export function readSubjects(tokens: Token[]): ReadSubjects {
  const reader = new SubjectReader();
  for (const token of tokens) reader.take(token);
  return reader.finish();
}

class SubjectReader {
  readonly #mentions: Mention[] = [];
  readonly #taken = new Set<number>();
  readonly #places: Place[] = [];
  readonly #undrawn: string[] = [];
  readonly #nearest: { name: string; as: string }[] = [];
  #head: string | null = null;
  #begun = false;
  #last: Token | null = null;
  #phrase = emptyPhrase();
  #pending: Pending = null;
  /** Whom the sentence is about: deeds belong to it. */
  #about: number | null = null;

  take(token: Token): void {
    this.#read(token);
    this.#last = token;
  }

  #read(token: Token): void {
    const { is, phrase, at } = token;
    switch (is.kind) {
      case 'article':
        this.#close();
        return;
      case 'colour':
        if (this.#phrase.things.length > 0) this.#close();
        this.#phrase.colour = { at, colour: COLOUR_WORDS.get(phrase)! };
        return;
      case 'size':
        if (this.#phrase.things.length > 0) this.#close();
        this.#phrase.scale = is.scale;
        return;
      case 'count':
        if (this.#phrase.things.length > 0) this.#phrase.count = is.count;
        else this.#phrase = { ...emptyPhrase(), count: is.count };
        return;
      case 'measure':
        return;
      case 'of':
        this.#of();
        return;
      case 'thing':
        // A peacock's feathers are part of the peacock.
        if (this.#last?.phrase !== 'its') this.#phrase.things.push(token);
        return;
      case 'place':
        if (SET_OFF.test(phrase)) this.#close();
        this.#place(is.place, phrase);
        return;
      case 'verb':
        this.#verb(is.verb, phrase);
        return;
      case 'relation':
        this.#close();
        this.#relate(is.word, phrase);
        return;
      case 'and':
        // "A red and big house" is one phrase still.
        if (this.#phrase.things.length === 0 && this.#phrase.unknown.length === 0) return;
        this.#close();
        this.#pending = null;
        return;
      case 'stop':
        this.#close();
        this.#pending = null;
        this.#about = null;
        return;
      case 'unknown':
        this.#unknown(phrase);
        return;
      case 'other':
        this.#activity(phrase);
        if (/ing$/.test(phrase) && this.#phrase.things.length > 0) this.#close();
        return;
    }
  }

  finish(): ReadSubjects {
    this.#close();
    const joined = joinMentions(this.#mentions);
    const kept = joined.slice(0, KINDS_MAX);
    const dropped = joined.slice(KINDS_MAX).map(({ name }) => name);
    return {
      subjects: kept.map((mention) => castOf(mention, kept.length)),
      taken: this.#taken,
      places: this.#places,
      home: kept[0]?.drawable.home ?? null,
      undrawn: [...new Set([...this.#undrawn, ...dropped])],
      nearest: this.#nearest,
      head: this.#head,
    };
  }

  /** Ends a phrase: its last thing is what it names, and what stands before that only describes it. */
  #close(): void {
    const phrase = this.#phrase;
    this.#phrase = emptyPhrase();
    if (phrase.things.length === 0) {
      if (phrase.unknown.length > 0) this.#miss(phrase.unknown.join(' '));
      return;
    }
    const player = this.#playerOf(phrase);
    if (player !== null) return;
    const drawn = phrase.things.filter(({ is }) => is.kind === 'thing' && is.meaning.kind === 'drawable');
    const last = phrase.things.at(-1)!;
    // "A pumpkin carriage": without a carriage the pumpkin is nearer than nothing.
    const head = drawn.at(-1) === last || !this.#begun ? drawn.at(-1) : undefined;
    if (head === undefined) this.#miss(last.phrase);
    else if (head !== last) this.#undrawn.push(last.phrase);
    if (head === undefined || head.is.kind !== 'thing' || head.is.meaning.kind !== 'drawable') return;
    const { drawable, plural } = head.is.meaning;
    if (drawable.fit === 'kind' && head.phrase.split(' ').at(-1) !== nameOf(drawable))
      this.#nearest.push({ name: head.phrase, as: nameOf(drawable) });
    this.#mention({ phrase, name: head.phrase, drawable, plural });
  }

  #mention({
    phrase,
    name,
    drawable,
    plural,
  }: {
    phrase: Phrase;
    name: string;
    drawable: Drawable;
    plural: boolean;
  }): number {
    if (phrase.colour !== null) this.#taken.add(phrase.colour.at);
    const several = (drawable.own === null ? undefined : subjectOf(drawable.own).several) ?? 3;
    const count = Math.min(COUNT_MAX, phrase.count ?? (plural ? several : 1));
    const at = this.#mentions.length;
    this.#mentions.push({
      name,
      drawable,
      count,
      uncounted: plural && phrase.count === null,
      colour: phrase.colour?.colour ?? drawable.colour,
      scale: phrase.scale,
      verb: phrase.verb,
      relation: null,
    });
    this.#begun = true;
    this.#settle(at);
    this.#about ??= at;
    if (phrase.containerOf !== null) this.#mentions[at]!.relation = { kind: 'in', to: phrase.containerOf };
    return at;
  }

  /** Ties the mention to what was said about it before: "beside", "riding", "with". */
  #settle(at: number): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) return;
    const from = this.#mentions[pending.from]!;
    const kind = pending.kind === 'with' ? this.#withKind(from, this.#mentions[at]!) : pending.kind;
    if (kind === 'held' || kind === 'holding') this.#mentions[at]!.drawable = inHand(this.#mentions[at]!.drawable);
    if (kind === 'held') {
      if (from.relation === null) from.relation = { kind: 'holding', to: at };
    } else if (kind === 'on-it') this.#mentions[at]!.relation = { kind: 'on', to: pending.from };
    else if (from.relation === null) from.relation = { kind, to: at };
    else this.#mentions[at]!.relation = { kind: 'beside', to: pending.from };
  }

  #withKind(owner: Mention, thing: Mention): RelationKind | 'held' | 'on-it' {
    const handy = metresOf(thing.drawable) < 1;
    if (isPerson(owner) && handy) return 'held';
    return metresOf(thing.drawable) < metresOf(owner.drawable) * 0.7 ? 'on-it' : 'beside';
  }

  #relate(word: Extract<Token['is'], { kind: 'relation' }>['word'], phrase: string): void {
    // What comes after "in" is not what the prompt is about.
    this.#begun = true;
    const last = this.#mentions.length - 1;
    if (last < 0) return;
    const from = word.by === 'deed' ? (this.#about ?? last) : last;
    const verb = VERB_WORDS.get(phrase.split(' ')[0]!);
    if (verb !== undefined) this.#mentions[from]!.verb ??= verb;
    this.#pending = { kind: word.by === 'with' ? 'with' : word.kind, from };
  }

  #of(): void {
    const head = this.#phrase.things.at(-1);
    if (head === undefined) return;
    this.#close();
    // A cup of something holds it; of a thing that is not drawn the second is the subject.
    const last = this.#mentions.length - 1;
    if (this.#mentions[last]?.name === head.phrase) this.#phrase.containerOf = last;
  }

  #place(place: Place, phrase: string): void {
    // An hourglass "with sand" is in no desert.
    if (this.#pending?.kind === 'with' && SUBSTANCES.has(phrase)) return;
    // "A tulip field" is a field with tulips; "a castle hall" is no castle.
    const grows = this.#phrase.things.at(-1)?.is;
    const plant = grows?.kind === 'thing' && grows.meaning.kind === 'drawable' && isPlant(grows.meaning.drawable);
    if (plant) {
      this.#phrase.count ??= 6;
      this.#close();
    } else this.#phrase = emptyPhrase();
    this.#pending = null;
    this.#begun = true;
    if (!this.#places.includes(place)) this.#places.push(place);
  }

  #verb(verb: Verb, phrase: string): void {
    const describes = this.#last === null || DESCRIBED_AFTER.has(this.#last.is.kind);
    if (this.#phrase.things.length === 0 && (describes || this.#mentions.length === 0)) {
      this.#phrase.verb = verb;
      return;
    }
    const before = this.#mentions.length;
    const named = this.#phrase.things.length > 0;
    this.#close();
    // In "petals falling" and "syrup dripping" it is nothing drawn that falls.
    if (this.#mentions.length === before && (named || this.#doesAnother())) return;
    const owner = this.#mentions.at(before < this.#mentions.length ? -1 : (this.#about ?? -1));
    if (owner === undefined) return;
    owner.verb ??= verb;
    // Who surfs is on the sea, wherever else it lives.
    const place = PLACE_NAMES.get(phrase);
    if (place !== undefined) this.#places.push(place);
    this.#activity(phrase);
    // Between a verb and what follows it there is no "beside" any more.
    if (this.#pending !== null && this.#pending.kind !== 'with') this.#pending = null;
  }

  #doesAnother(): boolean {
    if (this.#last === null) return false;
    const { is, phrase } = this.#last;
    if (is.kind === 'place') return SUBSTANCES.has(phrase);
    return (is.kind === 'other' || is.kind === 'unknown') && !BETWEEN.test(phrase);
  }

  /** "A woman doing yoga" is shown doing it. */
  #activity(word: string): void {
    const found = ACTIVITIES.find(([pattern]) => pattern.test(word));
    if (found === undefined) {
      this.#takeUp(word);
      return;
    }
    this.#close();
    const owner = this.#mentions.at(-1);
    const vector = vectorForm(`${genderOf(owner?.name ?? '')}-${found[1]}`) ?? vectorForm(`person-${found[1]}`)!;
    const drawable: Drawable = { own: null, vector, colour: null, home: null, fit: 'name' };
    if (owner === undefined && !this.#begun)
      this.#mention({ phrase: emptyPhrase(), name: word, drawable, plural: false });
    else if (owner !== undefined && isPerson(owner) && owner.drawable.own !== null) owner.drawable = drawable;
  }

  /** "A man fishing" has a rod. */
  #takeUp(word: string): void {
    const found = DEEDS_WITH.find(([pattern]) => pattern.test(word));
    const thing = found === undefined ? null : namedBy(found[1]);
    if (found === undefined || thing?.kind !== 'drawable') return;
    this.#close();
    const owner = this.#mentions.at(-1);
    if (owner === undefined || !isPerson(owner) || owner.relation !== null) return;
    const held = this.#mention({ phrase: emptyPhrase(), name: found[1], drawable: thing.drawable, plural: false });
    owner.relation = { kind: 'holding', to: held };
  }

  #unknown(word: string): void {
    if (isCompanion(word)) {
      this.#companion(word);
      return;
    }
    if (PLAYER.test(word) && this.#phrase.things.length > 0) {
      this.#phrase.things.push({ at: 0, length: 1, phrase: word, is: { kind: 'unknown' } });
      this.#close();
      return;
    }
    this.#activity(word);
    // "A policeman directing traffic": a verb that nobody here knows ends the phrase as well as one that is known.
    if (MANNER.test(word) && this.#phrase.things.length > 0) this.#close();
    // The opening of a prompt is what it is about: a word nobody knows may be just that.
    if (!this.#begun && !MANNER.test(word)) this.#phrase.unknown.push(word);
  }

  #companion(word: string): void {
    const singular = COMPANIONS[word] === undefined ? word.replace(/s$/, '') : word;
    const { who, holds, many, home } = COMPANIONS[singular]!;
    const phrase = { ...this.#phrase, things: [], count: this.#phrase.count ?? many ?? null };
    this.#phrase = emptyPhrase();
    this.#hold({
      phrase,
      name: word,
      who,
      holds,
      plural: singular !== word,
      home: home ?? null,
    });
  }

  #hold({ phrase, name, who, holds, plural, home }: Holding): void {
    const [person, thing] = [namedBy(who), namedBy(holds)];
    if (person?.kind !== 'drawable' || thing?.kind !== 'drawable') return;
    const at = this.#mention({ phrase, name, drawable: { ...person.drawable, home }, plural });
    const held = this.#mention({ phrase: emptyPhrase(), name: holds, drawable: thing.drawable, plural: false });
    this.#mentions[at]!.relation ??= { kind: 'holding', to: held };
    this.#about = at;
  }

  /** "A trumpet player" is a person with a trumpet. */
  #playerOf(phrase: Phrase): true | null {
    const last = phrase.things.at(-1)!;
    if (!PLAYER.test(last.phrase)) return null;
    const played = phrase.things.at(-2)?.phrase;
    if (played === undefined) return null;
    this.#hold({
      phrase: { ...phrase, things: [] },
      name: `${played} player`,
      who: 'person',
      holds: PLAYED[played] ?? played,
      plural: last.phrase.endsWith('s'),
      home: null,
    });
    return true;
  }

  #miss(name: string): void {
    if (!this.#begun) this.#head ??= name;
    this.#begun = true;
    this.#undrawn.push(name);
  }
}
