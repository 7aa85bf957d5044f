/** What is drawn along with something that is named: the bowl it lies in, the wares of a stall, what a trade has in hand. */
import { namedBy } from './lexicon.ts';
import type { Mention } from './mention.ts';
import { isPerson, isStall, metresOf } from './mentions.ts';
import { emptyPhrase, type Holding, type NamedPhrase } from './phrase.ts';
import type { Token } from './tokens.ts';

/** The mentions so far, and how one more comes to them. */
export interface Naming {
  mentions: Mention[];
  mention(named: NamedPhrase): number;
}

/** "A bowl of strawberries": what comes in pieces lies in the vessel. Says whether it does. */
export function inVessel(
  name: string,
  at: number,
  { plural, mentions, mention }: Naming & { plural: boolean },
): boolean {
  const inside = mentions[at]!;
  const vessel = namedBy(name);
  if (
    vessel?.kind !== 'drawable' ||
    !(plural || /s$/.test(inside.name)) ||
    inside.relation !== null ||
    metresOf(inside.drawable) > 0.4
  )
    return false;
  inside.count = 3;
  const to = mention({ phrase: emptyPhrase(), name, drawable: vessel.drawable, plural: false });
  inside.relation = { kind: name === 'plate' || name === 'platter' || name === 'tray' ? 'on' : 'in', to };
  return true;
}

/** "A hot dog stand" has them on its counter, and a taco truck one on its roof. Says whether there is a drawing. */
export function offer(stand: number, ware: Token | undefined, { mentions, mention }: Naming): boolean {
  if (ware?.is.kind !== 'thing' || ware.is.meaning.kind !== 'drawable') return false;
  const { drawable } = ware.is.meaning;
  const at = mention({ phrase: emptyPhrase(), name: ware.phrase, drawable, plural: false });
  mentions[at]!.relation = { kind: 'on', to: stand };
  if (isStall(mentions[stand]!.drawable)) mentions[at]!.count = 3;
  return true;
}

/** Somebody at work takes what it needs in hand, whatever else is said of them. Says whether there is somebody. */
export function takeUp(
  thing: Pick<NamedPhrase, 'name' | 'drawable'>,
  who: number,
  { mentions, mention }: Naming,
): boolean {
  const owner = mentions[who];
  if (owner === undefined || !isPerson(owner)) return false;
  const at = mention({ phrase: emptyPhrase(), plural: false, ...thing });
  if (owner.relation === null) owner.relation = { kind: 'holding', to: at };
  else mentions[at]!.relation = { kind: 'held-by', to: who };
  return true;
}

/** Somebody of a trade, and what makes them one. `lacks` is what there is no drawing of. */
export function ofTrade(holding: Holding, { mentions, mention }: Naming): { at: number; lacks: string | null } | null {
  const { phrase, name, who, holds, how, plural, home } = holding;
  const [person, thing] = [namedBy(who), namedBy(holds)];
  if (person?.kind !== 'drawable') return null;
  const at = mention({ phrase, name, drawable: { ...person.drawable, home }, plural });
  if (thing?.kind !== 'drawable') return { at, lacks: holds };
  const held = mention({ phrase: emptyPhrase(), name: holds, drawable: thing.drawable, plural: false });
  Object.assign(mentions[held]!, { spare: true, count: how === 'holding' ? mentions[at]!.count : 1 });
  // What makes somebody a guitarist matters more than who they stand beside.
  const { relation } = mentions[at]!;
  if (relation === null || relation.kind === 'beside') mentions[at]!.relation = { kind: how, to: held };
  return { at, lacks: null };
}
