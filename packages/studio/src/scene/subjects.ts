/** The subjects a prompt names, in its order: the heads of its phrases, with counts, colours, verbs and relations. */
import type { Colour } from '../picture/colour.ts';
import { inVessel, type Naming, offer, ofTrade, takeUp } from './belongings.ts';
import { isPlainPerson } from './bodies.ts';
import type { Place, Verb } from './cast.ts';
import { unseenClothes } from './clothes.ts';
import { COLOUR_WORDS } from './colour-words.ts';
import { activityIn, isCompanion, PLAYER } from './companions.ts';
import { WordLedger } from './ledger.ts';
import type { Mention } from './mention.ts';
import { castOf, isBuilding, isPerson, joinMentions, KINDS_MAX, nameOf, type ReadSubjects } from './mentions.ts';
import {
  activityOf,
  COSY,
  companionOf,
  countOf,
  DESCRIBED_AFTER,
  doesAnother,
  emptyPhrase,
  endsWithPlant,
  type Holding,
  isAtIt,
  isKeptApart,
  isSeenOtherwise,
  MANNER,
  type NamedPhrase,
  PARTS,
  type Phrase,
  playerOf,
  SELLS,
  SET_OFF,
  STRANGE,
  SUBSTANCES,
  showsDeed,
  stoneOf,
  taken,
  whereOf,
} from './phrase.ts';
import { PLACE_NAMES } from './place-names.ts';
import { WEATHER_WORDS } from './place-words.ts';
import type { NamedPlace } from './places.ts';
import type { RelationWord } from './relation-words.ts';
import { SKY_WORDS } from './sky-words.ts';
import { VISIBLE } from './small-words.ts';
import { doerOf, doneBy, LISTED, type Pending, putOnBody, saidOf, tie } from './ties.ts';
import type { Token } from './tokens.ts';
import { VERB_WORDS } from './verbs.ts';

export function readSubjects(tokens: Token[]): ReadSubjects {
  const reader = new SubjectReader();
  for (const token of tokens) reader.take(token);
  return reader.finish();
}

class SubjectReader {
  readonly #mentions: Mention[] = [];
  readonly #taken = new Set<number>();
  readonly #places: NamedPlace[] = [];
  readonly #words = new WordLedger();
  readonly #nearest: { name: string; as: string }[] = [];
  #head: ReadSubjects['head'] = null;
  #begun = false;
  #last: Token | null = null;
  #phrase = emptyPhrase();
  #pending: Pending | null = null;
  /** Who has the thing just named, and so has what "and" adds to it. */
  #listed: number | null = null;
  /** "A bowl of": holds what follows, if that comes in pieces. */
  #vessel: string | null = null;
  /** "A statue of": the colour of what follows. */
  #stone: Colour | null = null;
  /** Who was named just before "and". */
  #and: number | null = null;
  #cosy: 'asked' | 'open' = 'open';
  /** Whom the sentence is about: deeds belong to it. */
  #about: number | null = null;

  readonly #naming: Naming = { mentions: this.#mentions, mention: (named) => this.#mention(named) };

  take(token: Token): void {
    this.#words.take(token);
    this.#read(token);
    this.#last = token;
  }

  #read(token: Token): void {
    const { is, phrase, at } = token;
    switch (is.kind) {
      case 'article':
        // "A dog that sleeps" does.
        if (phrase === 'that' && this.#phrase.things.length > 0) return;
        this.#close();
        this.#phrase.another = phrase === 'another';
        this.#phrase.led = true;
        return;
      case 'colour':
      case 'size':
        if (this.#phrase.things.length > 0) this.#close();
        if (is.kind === 'size') this.#phrase.scale = is.scale;
        else this.#phrase.colour = { at, colour: COLOUR_WORDS.get(phrase)! };
        return;
      case 'count':
        // "An elephant family" are several elephants; "a woman walking three dogs" is one woman.
        if (this.#phrase.things.length > 0 && !is.collective) this.#close();
        if (this.#phrase.things.length > 0) this.#phrase.count = is.count;
        else this.#phrase = { ...emptyPhrase(), count: is.count, pair: phrase === 'pair', led: true };
        return;
      case 'measure':
        this.#vessel = phrase;
        return;
      case 'of':
        this.#of();
        return;
      case 'thing':
        // A penguin playing cards is a penguin, and a peacock's feathers are part of the peacock.
        if (phrase.startsWith('playing ') || isAtIt(this.#phrase)) this.#close();
        if (this.#last?.phrase === 'its' && PARTS.test(phrase)) this.#words.shown(token);
        else this.#phrase.things.push(token);
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
        this.#and = this.#mentions.length - 1;
        this.#pending = this.#listed === null ? null : { kind: 'with', from: this.#listed, said: 'and' };
        return;
      case 'stop':
        this.#close();
        this.#pending = null;
        this.#about = null;
        return;
      case 'unknown':
        this.#unknown(token);
        return;
      case 'other':
        // Thick fog is fog: what stands before weather describes it.
        if (WEATHER_WORDS.has(phrase) || SKY_WORDS.has(phrase)) {
          this.#words.shown(...this.#phrase.unknown);
          this.#phrase.unknown = [];
        }
        if (COSY.test(phrase)) this.#cosy = 'asked';
        if (VISIBLE.has(phrase)) this.#words.tell(phrase);
        this.#activity(phrase);
        if (/ing$/.test(phrase) && this.#phrase.things.length > 0) this.#close();
        return;
    }
  }

  finish(): ReadSubjects {
    this.#close();
    // Who is cosy is indoors, unless it is a house that is.
    if (this.#cosy === 'asked' && this.#places.length === 0 && !this.#mentions.some(isBuilding))
      this.#goTo('interior', 'cosy');
    this.#words.tell(...unseenClothes(this.#mentions));
    const joined = joinMentions(this.#mentions);
    const kept = joined.slice(0, KINDS_MAX);
    return {
      subjects: kept.map((mention) => castOf(mention, kept.length)),
      taken: this.#taken,
      places: this.#places,
      home: kept[0]?.drawable.home ?? null,
      undrawn: this.#words.undrawn,
      crowded: joined.slice(KINDS_MAX).map(({ name }) => name),
      unseen: this.#words.unseen,
      nearest: this.#nearest,
      head: this.#head,
    };
  }

  /** Ends a phrase: its last thing is what it names, and what stands before that only describes it. */
  #close(): void {
    const phrase = this.#phrase;
    this.#phrase = emptyPhrase();
    const unknown = phrase.unknown.map((word) => word.phrase);
    if (phrase.things.length > 0) this.#words.tell(...unknown);
    else if (unknown.length > 0) return this.#miss(unknown.join(' '), 'word');
    else return doneBy(this.#mentions.at(this.#about ?? -1), phrase.verb);
    const player = playerOf(phrase);
    if (player !== null) {
      this.#words.shown(...phrase.things.slice(-2));
      return this.#hold(player);
    }
    const drawn = phrase.things.filter(({ is }) => is.kind === 'thing' && is.meaning.kind === 'drawable');
    const last = phrase.things.at(-1)!;
    // "A pumpkin carriage": without a carriage the pumpkin is nearer than nothing.
    const head = drawn.at(-1) === last || !this.#begun ? drawn.at(-1) : undefined;
    if (head === undefined) this.#miss(phrase.things.map((thing) => thing.phrase).join(' '), 'noun');
    else if (head !== last) this.#words.miss(last.phrase);
    if (head === undefined || head.is.kind !== 'thing' || head.is.meaning.kind !== 'drawable') return;
    this.#words.shown(head);
    const { drawable, plural } = head.is.meaning;
    if (drawable.fit === 'kind' && head.phrase !== nameOf(drawable))
      this.#nearest.push({ name: head.phrase, as: nameOf(drawable) });
    // Golden is the retriever, and not the light.
    for (let at = head.at; at < head.at + head.length; at++) this.#taken.add(at);
    const at = this.#mention({ phrase, name: head.phrase, drawable, plural });
    const [vessel, ware] = [this.#vessel, phrase.things.at(-2)];
    this.#vessel = null;
    if (vessel !== null && !inVessel(vessel, at, { ...this.#naming, plural }) && isKeptApart(vessel, drawable))
      this.#words.tell(vessel);
    if (!SELLS.test(head.phrase) || !offer(at, ware, this.#naming)) return;
    this.#words.shown(ware!);
    this.#about = at;
  }

  #mention({ phrase, name, drawable, plural }: NamedPhrase): number {
    if (phrase.colour !== null) this.#taken.add(phrase.colour.at);
    const count = countOf({ phrase, name, drawable, plural });
    const at = this.#mentions.length;
    this.#mentions.push({
      name,
      drawable,
      count,
      uncounted: plural && phrase.count === null,
      colour: phrase.colour?.colour ?? this.#stone ?? drawable.colour,
      scale: phrase.scale,
      verb: phrase.verb,
      relation: null,
      another: phrase.another,
      ...(this.#and === null || this.#and < 0 ? {} : { joined: this.#and }),
    });
    this.#and = null;
    this.#stone = null;
    this.#begun = true;
    this.#settle(at, phrase);
    this.#about ??= at;
    if (phrase.containerOf !== null) this.#mentions[at]!.relation = { kind: 'in', to: phrase.containerOf };
    return at;
  }

  /** Ties the mention to what was said about it before: "beside", "riding", "with". */
  #settle(at: number, { led }: Phrase): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending !== null) tie(this.#mentions, { ...pending, led }, at);
    // "In a sweater and a scarf": both are worn.
    const worn = pending !== null && this.#mentions[pending.from]!.relation?.kind === 'wearing';
    this.#listed = worn || (pending !== null && LISTED.has(pending.kind)) ? pending.from : null;
  }

  #relate(word: RelationWord, phrase: string): void {
    this.#and = null;
    // What comes after "in" is not what the prompt is about.
    this.#begun = true;
    if (this.#mentions.length === 0) return;
    const from = saidOf(this.#mentions, word, this.#about);
    const verb = VERB_WORDS.get(phrase.split(' ')[0]!);
    const kind = word.by === 'with' ? 'with' : word.kind;
    // Who flies a kite stays on the ground.
    if (verb !== undefined && (verb !== 'fly' || kind !== 'holding')) this.#mentions[from]!.verb ??= verb;
    this.#pending = { kind, from, said: phrase };
  }

  #of(): void {
    const head = this.#phrase.things.at(-1);
    if (head === undefined) return;
    this.#stone = stoneOf(head.phrase);
    if (this.#stone !== null) {
      this.#phrase = emptyPhrase();
      return;
    }
    const named = this.#head;
    this.#close();
    // "A rendering of a robot" is about the robot.
    if (this.#head !== named && this.#head !== null) this.#head = { ...this.#head, is: 'word' };
    // A cup of something holds it; of a thing that is not drawn the second is the subject.
    if (this.#mentions.at(-1)?.name === head.phrase) this.#phrase.containerOf = this.#mentions.length - 1;
  }

  #place(place: Place, phrase: string): void {
    // An hourglass "with sand" is in no desert.
    if (this.#pending?.kind === 'with' && SUBSTANCES.has(phrase)) return;
    // An elephant that sprays water is on no sea.
    if (phrase === 'water' && this.#pending === null && this.#begun) return;
    // "A tulip field" is a field with tulips; "a castle hall" is no castle.
    if (endsWithPlant(this.#phrase)) {
      this.#phrase.count ??= 6;
      this.#close();
    } else {
      // "A floating island": what it does is not seen of a place.
      if (this.#phrase.verb !== null && STRANGE.has(this.#phrase.verb)) this.#words.tell(this.#last!.phrase);
      this.#phrase = emptyPhrase();
    }
    this.#begun = true;
    this.#goTo(whereOf(place, phrase, this.#pending?.kind), phrase);
    this.#pending = null;
  }

  #goTo(place: Place, name: string): void {
    if (!this.#places.some((known) => known.place === place)) this.#places.push({ place, name });
  }

  #verb(verb: Verb, phrase: string): void {
    const describes = this.#last === null || DESCRIBED_AFTER.has(this.#last.is.kind);
    if (this.#phrase.things.length === 0 && (describes || this.#mentions.length === 0)) {
      this.#phrase.verb = verb;
      return;
    }
    const [before, phrased] = [this.#mentions.length, this.#phrase.things.length > 0];
    this.#close();
    // In "petals falling" and "syrup dripping" it is nothing drawn that falls.
    if (this.#mentions.length === before && (phrased || doesAnother(this.#last))) return;
    const named = before < this.#mentions.length;
    const owner = named ? doerOf(this.#mentions, verb, this.#about) : this.#mentions.at(this.#about ?? -1);
    if (owner === undefined) return;
    owner.verb ??= verb;
    // Who surfs is on the sea, wherever else it lives.
    const place = PLACE_NAMES.get(phrase);
    if (place !== undefined) this.#goTo(place, phrase);
    this.#activity(phrase);
    // Between a verb and what follows it there is no "beside" any more.
    if (this.#pending !== null && this.#pending.kind !== 'with') this.#pending = null;
  }

  /** "A woman doing yoga" is shown doing it. */
  #activity(word: string): void {
    const deed = activityIn(word);
    if (deed === null) return this.#takeUp(word);
    this.#close();
    const owner = this.#mentions.at(-1);
    const drawable = activityOf(deed, owner?.name ?? '');
    if (owner === undefined && !this.#begun)
      this.#mention({ phrase: emptyPhrase(), name: word, drawable, plural: false });
    else if (owner !== undefined && isPerson(owner) && owner.drawable.own !== null) owner.drawable = drawable;
    else if (!showsDeed(owner?.drawable, deed, word)) this.#words.tell(word);
  }

  /** "A man fishing" has a rod. */
  #takeUp(word: string): void {
    const thing = taken(word);
    if (thing === null) return;
    this.#close();
    if (!takeUp(thing, this.#about ?? this.#mentions.length - 1, this.#naming)) this.#words.tell(word);
  }

  #unknown(token: Token): void {
    const word = token.phrase;
    if (word === 'on-body' || isCompanion(word) || isSeenOtherwise(word) || /ly$/.test(word)) this.#words.shown(token);
    if (word === 'on-body') {
      this.#close();
      putOnBody(this.#mentions, this.#about);
      return;
    }
    if (isCompanion(word)) {
      const companion = companionOf(this.#phrase, word);
      this.#phrase = emptyPhrase();
      return this.#hold(companion);
    }
    if (PLAYER.test(word) && this.#phrase.things.length > 0) {
      this.#phrase.things.push(token);
      this.#close();
      return;
    }
    this.#activity(word);
    // "A policeman directing traffic": a verb that nobody here knows ends the phrase as well as one that is known.
    if (MANNER.test(word) && this.#phrase.things.length > 0) this.#close();
    if (/ing$/.test(word)) this.#busyWith();
    if (isSeenOtherwise(word)) return;
    // A red raincoat that is not drawn makes no landscape red.
    if (this.#begun && this.#phrase.colour !== null) this.#taken.add(this.#phrase.colour.at);
    // The opening of a prompt is what it is about: a word nobody knows may be just that.
    if (!this.#begun && !MANNER.test(word)) this.#phrase.unknown.push(token);
    else if (!/ly$/.test(word)) this.#words.tell(word);
  }

  /** Somebody at something that has no word here stands at it, and has what follows in hand: "a girl shooting a ball". */
  #busyWith(): void {
    const owner = this.#mentions.at(-1);
    if (owner === undefined || !isPlainPerson(owner)) return;
    owner.verb ??= 'rest';
    if (owner.relation === null) this.#pending ??= { kind: 'with', from: this.#mentions.length - 1, said: 'with' };
  }

  #hold(holding: Holding): void {
    const drawn = ofTrade(holding, this.#naming);
    if (drawn === null) return;
    if (drawn.lacks !== null) this.#words.miss(drawn.lacks);
    this.#about = drawn.at;
  }

  #miss(name: string, is: 'noun' | 'word'): void {
    // "Reading a story to a child" holds no child.
    if (this.#pending?.kind === 'holding') this.#pending = null;
    if (!this.#begun) this.#head ??= { name, is };
    this.#begun = true;
    this.#words.miss(name);
  }
}
