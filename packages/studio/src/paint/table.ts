/** A table close to the camera, for things that would look like giants on a floor. */
import { cutOut, drawShapes } from '../picture/canvas.ts';
import type { CastSubject } from '../scene/cast.ts';
import type { Scene } from '../scene/scene.ts';
import { traitsOf } from '../scene/traits.ts';
import { box, line, shape } from './brush.ts';
import type { Place, Site } from './site.ts';
import { layerOf } from './stage.ts';

/** Shares of the height: where the table ends at the far side, and where its front edge is. */
const FAR = 0.73;
const NEAR = 0.955;

/** Shares of the width: the far edge is further away and so shorter, the near one goes on beyond the frame. */
const FAR_EDGE = [0.13, 0.87] as const;
const NEAR_EDGE = [-0.06, 1.06] as const;

/** Who is larger than this stands on the floor, and then everything does. */
const ON_A_TABLE_METRES = 1;

const HELD = new Set(['holding', 'wearing', 'kicking']);
const CARRIED = new Set(['held-by', 'worn-by', 'on', 'in']);

export function isLaid({ subjects, setting, place }: Scene): boolean {
  if (setting !== 'interior' || place === 'desk') return false;
  const held = new Set(
    subjects.flatMap(({ relation }) => (relation !== null && HELD.has(relation.kind) ? [relation.to] : [])),
  );
  const standing = subjects.filter((subject, at) => !held.has(at) && !CARRIED.has(subject.relation?.kind ?? ''));
  return standing.some(isTableware) && standing.every((subject) => isTableware(subject) || isSmall(subject));
}

function isTableware(subject: CastSubject): boolean {
  return traitsOf(subject).footing === 'table';
}

function isSmall(subject: CastSubject): boolean {
  const { footing, metres } = traitsOf(subject);
  return footing !== 'ground' || metres < ON_A_TABLE_METRES;
}

/** The place with a table in front of it, where its subjects belong on one. */
export async function withTable(site: Site, place: Place): Promise<Place> {
  if (!isLaid(site.scene)) return place;
  const table = layerOf(cutOut(await drawTable(site)), 1);
  return { ...place, behind: [...place.behind, ...table], feet: site.size.height * 0.885 };
}

function drawTable(site: Site) {
  const { size, area } = site;
  const { width: w, height: h } = size;
  const b = site.brush('tt', 0);
  const x = (across: number, down: number) => {
    const share = (down - FAR) / (NEAR - FAR);
    const [left, right] = [FAR_EDGE, NEAR_EDGE].map(([from, to]) => from + (to - from) * across) as [number, number];
    return w * (left + (right - left) * share);
  };
  const at = (across: number, down: number) => `${x(across, down)} ${h * down}`;
  const [boards, rim] = [7, h * 0.034];
  const seam = (board: number) => `M${at(board / boards, FAR)} L${at(board / boards, NEAR)}`;
  const planks = Array.from({ length: boards }, (_, board) => {
    const tone = 0.95 + 0.045 * ((board * 5) % 4);
    const [from, to] = [board / boards, (board + 1) / boards];
    return shape(
      `M${at(from, FAR)} L${at(to, FAR)} L${at(to, NEAR)} L${at(from, NEAR)} Z`,
      b.fall('#b27a45', tone * 0.86, tone * 1.16),
    );
  });
  const grain = Array.from({ length: 26 }, (_, one) => {
    const [across, from] = [(one * 0.618) % 1, FAR + ((one * 0.37) % 1) * 0.16];
    return `M${at(across, from)} L${at(across, from + 0.05)}`;
  });
  const bottom = area.top + area.height;
  const body =
    // Its shadow on the floor, then what is seen of the floor below the front edge.
    shape(
      `M${at(-0.03, FAR + 0.02)} L${at(1.03, FAR + 0.02)} L${at(1.1, NEAR)} L${at(-0.1, NEAR)} Z`,
      '#120a06',
      'fill-opacity="0.3"',
    ) +
    box([area.left, h * NEAR, area.width, bottom - h * NEAR], b.ink('#3a2413')) +
    planks.join('') +
    line(Array.from({ length: boards - 1 }, (_, board) => seam(board + 1)).join(' '), b.ink('#7a4f2a'), h * 0.003) +
    line(grain.join(' '), b.ink('#96622f'), h * 0.0022) +
    line(`M${at(0, FAR)} L${at(1, FAR)}`, b.ink('#dcae78'), h * 0.005) +
    box([area.left, h * NEAR, area.width, rim], b.fall('#9a6536', 1.15, 0.75)) +
    box([area.left, h * NEAR, area.width, h * 0.006], b.ink('#e2b883'));
  return drawShapes(b.defs() + body, area);
}
