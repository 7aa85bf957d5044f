/** Flowers, trees and mushrooms, growing from y = 190 of a 200 by 200 field. */
import { type Brush, line, oval, shape, turned } from '../brush.ts';

const STEM = '#3c8038';

function ring(count: number, petal: (degrees: number) => string): string {
  return Array.from({ length: count }, (_, at) => petal((at * 360) / count)).join('');
}

function leaf(b: Brush, [x, y, degrees]: [number, number, number]): string {
  return turned(
    shape(
      `M${x} ${y} C${x + 14} ${y - 20} ${x + 38} ${y - 18} ${x + 50} ${y - 2} C${x + 36} ${y + 10} ${x + 14} ${y + 12} ${x} ${y} Z`,
      b.fall(STEM, 1.25, 0.7),
    ) + line(`M${x} ${y} L${x + 46} ${y - 2}`, b.ink(STEM, 0.6), 1.4),
    [degrees, x, y],
  );
}

/** In front of a stem that stands on y = 190. */
export function vase(b: Brush): string {
  return (
    shape(
      'M86 132 C90 129 110 129 114 132 C114 144 128 150 128 168 C128 182 121 192 114 192 H86 C79 192 72 182 72 168 C72 150 86 144 86 132 Z',
      b.side('#e9eef2', 1.1, 0.62),
    ) +
    shape(
      'M73 160 C84 167 116 167 127 160 C129 165 128.6 170 127 175 C114 181 86 181 73 175 C71.4 170 71 165 73 160 Z',
      b.side('#4a7fb0', 1.15, 0.6),
    ) +
    oval([100, 132, 14, 3], b.ink('#5f6b74')) +
    shape('M80 158 C80 150 88 146 90 138 C91 148 86 154 84 166 Z', '#ffffff', 'opacity="0.55"')
  );
}

export function rose(b: Brush): string {
  const swirl = (d: string, light: number) => shape(d, b.fall(b.main, light + 0.2, light - 0.22));
  return (
    line('M100 96 C104 130 98 160 100 192', b.ink(STEM, 0.9), 6) +
    leaf(b, [101, 126, -24]) +
    leaf(b, [101, 134, 204]) +
    shape('M76 96 C84 112 116 112 124 96 L112 100 L100 94 L88 100 Z', b.ink(STEM)) +
    swirl('M52 58 C40 88 66 108 100 106 C134 108 160 88 148 58 C140 80 60 80 52 58 Z', 0.72) +
    swirl('M54 44 C36 62 46 96 84 102 C70 84 66 58 78 36 Z', 0.9) +
    swirl('M146 44 C164 62 154 96 116 102 C130 84 134 58 122 36 Z', 0.8) +
    swirl('M66 30 C54 58 70 92 100 98 C130 92 146 58 134 30 C118 14 82 14 66 30 Z', 1) +
    swirl('M72 34 C66 56 80 78 104 84 C92 68 90 48 98 28 Z', 1.16) +
    swirl('M128 34 C134 58 118 80 96 86 C108 70 110 50 104 28 Z', 0.86) +
    swirl('M84 28 C78 46 88 62 102 66 C116 60 122 44 116 28 C106 18 92 20 84 28 Z', 1.08) +
    line('M92 34 C88 46 96 54 104 52 C112 48 110 36 102 36 C96 38 98 46 103 45', b.ink(b.main, 0.45), 2.6) +
    line('M66 34 C76 24 88 20 100 20 M54 60 C58 76 70 88 84 94', b.ink(b.main, 1.5), 1.6)
  );
}

export function sunflower(b: Brush): string {
  const petal = (light: number, length: number) => (degrees: number) =>
    turned(
      shape(
        `M92 62 C84 ${40 - length} 96 ${18 - length} 100 ${12 - length} C104 ${18 - length} 116 ${40 - length} 108 62 Z`,
        b.ink(b.main, light),
      ),
      [degrees, 100, 68],
    );
  const seeds = Array.from({ length: 60 }, (_, at) => {
    const away = 2.6 * Math.sqrt(at);
    return oval([100 + away * Math.cos(at * 2.4), 68 + away * Math.sin(at * 2.4), 1.4, 1.4], b.ink('#b5803a'));
  });
  return (
    line('M100 92 C104 130 98 160 100 194', b.ink(STEM), 8) +
    leaf(b, [100, 150, -28]) +
    leaf(b, [100, 164, 206]) +
    `<g transform="rotate(11 100 68)">${ring(16, petal(0.78, 0))}</g>` +
    ring(16, petal(1.08, -5)) +
    oval([100, 68, 25, 25], b.ball('#5c3a1c')) +
    seeds.join('')
  );
}

export function tulip(b: Brush): string {
  return (
    line('M100 92 C102 130 98 160 100 194', b.ink(STEM), 7) +
    shape('M98 192 C70 170 58 130 64 96 C80 120 96 150 100 190 Z', b.side(STEM, 1.3, 0.8)) +
    shape('M102 192 C128 172 142 142 138 108 C122 130 106 156 100 190 Z', b.side(STEM, 1.1, 0.6)) +
    shape(
      'M66 28 C54 62 62 100 100 102 C138 100 146 62 134 28 C124 36 118 44 114 52 C112 36 106 24 100 14 C94 24 88 36 86 52 C82 44 76 36 66 28 Z',
      b.fall(b.main, 1.2, 0.6),
    ) +
    shape('M100 14 C82 40 80 80 100 102 C120 80 118 40 100 14 Z', b.fall(b.main, 1.35, 0.75)) +
    line('M100 30 V90', b.ink(b.main, 0.75), 1.6)
  );
}

export function daisy(b: Brush): string {
  const petal = (degrees: number) =>
    turned(shape('M94 62 C84 34 92 16 100 12 C108 16 116 34 106 62 Z', b.fall(b.main, 1, 0.82)), [degrees, 100, 70]);
  return (
    line('M100 92 C104 130 98 160 100 194', b.ink(STEM), 5) +
    leaf(b, [100, 160, -30]) +
    leaf(b, [100, 172, 204]) +
    ring(14, petal) +
    oval([100, 70, 17, 17], b.ball('#f2b521'))
  );
}

export function tree(b: Brush): string {
  const crown = Array.from({ length: 46 }, (_, at) => {
    const away = 62 * Math.sqrt((at + 1) / 46);
    const angle = at * 2.4;
    const [x, y] = [100 + away * Math.cos(angle) * 1.12, 72 + away * Math.sin(angle) * 0.86];
    return { x, y, r: 17 + 8 * b.random(), light: 1.12 - (y - 20) / 170 - (x - 100) / 330 };
  }).sort((one, other) => one.light - other.light);
  return (
    shape('M88 192 C96 168 94 136 90 110 L104 118 L116 106 C108 136 108 168 118 192 Z', b.side('#6a4a30', 1.15, 0.55)) +
    line('M98 130 L70 92 M104 126 L136 90', b.ink('#6a4a30', 0.8), 7) +
    crown.map(({ x, y, r, light }) => oval([x, y, r, r * 0.88], b.ink(b.main, light), 'opacity="0.92"')).join('')
  );
}

export function palm(b: Brush): string {
  const frond = ([x, y]: [number, number], light: number) => {
    // From the crown up and out, then hanging: a quadratic curve with leaflets on both sides of it.
    const [midX, midY] = [104 + (x - 104) * 0.55, Math.min(54, y) - 26];
    const spot = (share: number) => {
      const rest = 1 - share;
      return [
        rest * rest * 104 + 2 * rest * share * midX + share * share * x,
        rest * rest * 54 + 2 * rest * share * midY + share * share * y,
      ] as const;
    };
    const out = Math.sign(x - 104);
    const leaflets = Array.from({ length: 15 }, (_, at) => {
      const share = 0.1 + (0.88 * at) / 14;
      const [fromX, fromY] = spot(share);
      const long = 30 * Math.sin(Math.PI * (0.16 + 0.8 * share)) + 5;
      return `M${fromX - 3} ${fromY} Q${fromX + out * long * 0.3} ${fromY + long * 0.35} ${fromX + out * long * 0.42} ${fromY + long} Q${fromX + out * 3} ${fromY + long * 0.5} ${fromX + 3.6} ${fromY} Z`;
    });
    return (
      shape(leaflets.join(' '), b.fall(b.main, light * 1.15, light * 0.7)) +
      line(`M104 54 Q${midX} ${midY} ${x} ${y}`, b.ink(b.main, light * 1.25), 2.6)
    );
  };
  const rings = Array.from({ length: 12 }, (_, at) => `M${80 + at * 1.75} ${182 - at * 11} q8 4 ${15 - at * 0.4} -1`);
  return (
    shape('M74 192 C88 140 94 90 99 52 H110 C106 100 104 150 99 192 Z', b.side('#8a6a46', 1.15, 0.6)) +
    line(rings.join(' '), b.ink('#5a4028'), 1.8) +
    frond([34, 96], 0.6) +
    frond([176, 92], 0.62) +
    frond([76, 104], 0.7) +
    frond([138, 102], 0.74) +
    frond([14, 62], 0.84) +
    frond([194, 58], 0.86) +
    frond([52, 14], 1) +
    frond([158, 10], 1.04) +
    [
      [98, 60],
      [108, 62],
      [103, 68],
    ]
      .map(([x, y]) => oval([x!, y!, 6, 6.5], b.ball('#6b4526')))
      .join('')
  );
}

export function cactus(b: Brush): string {
  const rib = (d: string, width: number) =>
    line(d, b.ink(b.main, 0.72), width) +
    line(d, b.ink(b.main, 1), width * 0.72) +
    line(d, b.ink(b.main, 1.22), width * 0.3);
  const spines = Array.from({ length: 16 }, (_, at) => `M${86 + (at % 3) * 13} ${44 + at * 9} l4 -5`);
  return (
    rib('M92 132 C56 134 50 118 50 86', 22) +
    rib('M108 112 C146 114 150 98 150 62', 22) +
    rib('M100 188 V34', 38) +
    line('M90 40 V186 M110 40 V186', b.ink(b.main, 0.6), 1.6) +
    line(spines.join(' '), b.ink('#f2efd0'), 1.3) +
    oval([100, 17, 9, 7], b.ball('#e8559a')) +
    oval([150, 49, 6, 5], b.ball('#e8559a'))
  );
}

export function mushroom(b: Brush): string {
  const spot = (x: number, y: number, r: number) => oval([x, y, r, r * 0.8], b.ink('#fff7e6'));
  return (
    oval([100, 190, 60, 6], '#000000', 'opacity="0.25"') +
    shape(
      'M82 96 C86 130 74 170 72 190 C90 196 112 196 128 190 C126 170 114 130 118 96 Z',
      b.side('#f4ead2', 1.05, 0.7),
    ) +
    shape('M78 112 C88 124 112 124 122 112 L124 120 C112 132 88 132 76 120 Z', b.ink('#e6d8b8')) +
    shape('M14 104 C14 48 60 18 100 18 C140 18 186 48 186 104 C160 116 40 116 14 104 Z', b.ball(b.main)) +
    shape('M20 104 C50 114 150 114 180 104 C150 122 50 122 20 104 Z', b.fall('#f4e4c4', 0.95, 0.6)) +
    spot(100, 40, 13) +
    spot(64, 60, 11) +
    spot(138, 62, 12) +
    spot(96, 78, 9) +
    spot(40, 90, 8) +
    spot(164, 92, 8) +
    spot(128, 94, 6) +
    spot(70, 96, 6)
  );
}
