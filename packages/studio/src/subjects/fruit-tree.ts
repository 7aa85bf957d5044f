/** A tree with its fruits, which have the colour. */
import { type Brush, oval } from '../paint/brush.ts';
import { fromHex } from '../picture/colour.ts';
import type { Subject } from './subject.ts';
import { drawTree } from './tree.ts';

export const fruitTree: Subject = {
  words: {
    en: 'fruit-tree fruit-trees apple-tree cherry-tree lemon-tree lime-tree orange-tree tangerine-tree olive-tree peach-tree pear-tree plum-tree apricot-tree mango-tree fig-tree avocado-tree',
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#d8342c',
  size: 0.62,
  metres: 6,
  draw,
};

const LEAVES = fromHex('#4b8f3c');

/** As seeds lie in a sunflower: none covers another, and none is in a row. */
function draw(b: Brush): string {
  const fruits = Array.from({ length: 17 }, (_, at) => {
    const away = 58 * Math.sqrt((at + 0.5) / 17);
    const angle = at * 2.4 + 0.9;
    const [x, y] = [100 + away * Math.cos(angle) * 1.1, 74 + away * Math.sin(angle) * 0.86];
    return (
      oval([x, y, 6.2, 6.2], b.ink(b.main, 0.72)) +
      oval([x - 0.6, y - 0.7, 5.4, 5.3], b.ink(b.main)) +
      oval([x - 2, y - 2.2, 1.7, 1.4], b.ink('#ffffff'), 'fill-opacity="0.55"')
    );
  });
  return drawTree(b, LEAVES) + fruits.join('');
}
