/** A tree. */
import { type Brush, line, oval, shape } from '../paint/brush.ts';
import type { Colour } from '../picture/colour.ts';
import type { Subject } from './subject.ts';

export const tree: Subject = {
  words: {
    en: 'tree trees oak maple willow oak-tree maple-tree willow-tree',
    de: 'baum bäume',
    fr: 'arbre arbres',
    es: 'árbol arbol árboles',
    pt: 'árvore arvore árvores',
    it: 'albero alberi',
    nl: 'boom bomen',
    pl: 'drzewo drzewa',
    ru: 'дерево деревья',
    uk: 'дерево дерева',
    zh: '树',
    ja: '木',
    ko: '나무',
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#4b8f3c',
  size: 0.62,
  metres: 12,
  seasons: { spring: '#f0a9c4', summer: '#4b8f3c', autumn: '#d9782a', winter: '#dfe8f0' },
  road: 'off',
  crown: 'leafy',
  draw: (brush) => drawTree(brush, brush.main),
};

export function drawTree(b: Brush, leaves: Colour): string {
  const crown = Array.from({ length: 46 }, (_, at) => {
    const away = 62 * Math.sqrt((at + 1) / 46);
    const angle = at * 2.4;
    const [x, y] = [100 + away * Math.cos(angle) * 1.12, 72 + away * Math.sin(angle) * 0.86];
    return { x, y, r: 17 + 8 * b.random(), light: 1.12 - (y - 20) / 170 - (x - 100) / 330 };
  }).sort((one, other) => one.light - other.light);
  return (
    shape('M88 192 C96 168 94 136 90 110 L104 118 L116 106 C108 136 108 168 118 192 Z', b.side('#6a4a30', 1.15, 0.55)) +
    line('M98 130 L70 92 M104 126 L136 90', b.ink('#6a4a30', 0.8), 7) +
    crown.map(({ x, y, r, light }) => oval([x, y, r, r * 0.88], b.ink(leaves, light), 'fill-opacity="0.92"')).join('')
  );
}
