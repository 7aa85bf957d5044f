/** One of those who are on the stage: what it is drawn from, how large it is and where it stands. */
import type { CastSubject, Footing } from '../scene/cast.ts';
import type { Mouth, Subject } from '../subjects/subject.ts';

export interface Actor {
  subject: CastSubject;
  record: Subject;
  footing: Footing;
  edge: number;
  x: number;
  feet: number;
  index: number;
  /** Who comes before whom among those on one line. */
  rank: number;
  /** Far is on the horizon, behind the near ground. */
  distance: 'near' | 'far';
  /** When in its movement it begins, from 0 to 1, and whether it looks right (1) or left. */
  start: number;
  mirror: 1 | -1;
  /** The one this actor sits on and moves with. */
  carriedBy?: Actor;
  /** Of somebody seated: where the hips are, as a share of the edge. */
  sits?: number;
  /** The mouth of the vessel it looks out of: below the nearer rim nothing of it is seen. */
  within?: Mouth;
  /** Where fingers close around it, in pixels of the frame. */
  grips?: { x: number; y: number }[] | undefined;
  /** Which way it is turned whatever its carrier does. */
  looks?: 1 | -1;
  /** Chooses its hair and skin, from 0 to 1. */
  chance: number;
  /** Where the string that holds it ends, in pixels of the frame. */
  string?: { x: number; y: number };
}
