/** A tree with its fruits, which have the colour. */
import { type Brush, oval } from '../paint/brush.ts';
import { fromHex } from '../picture/colour.ts';
import type { Subject } from './subject.ts';
import { drawTree } from './tree.ts';

export const fruitTree: Subject = {
  words: {
    en: 'fruit-tree fruit-trees apple-tree cherry-tree lemon-tree lime-tree orange-tree tangerine-tree olive-tree peach-tree pear-tree plum-tree apricot-tree mango-tree fig-tree avocado-tree',

    kin: {
      'apple tree': {
        de: 'apfelbaum',
        fr: 'pommier',
        es: 'manzano',
        pt: 'macieira',
        it: 'melo',
        nl: 'appelboom',
        pl: 'jabłoń jabłonią',
        ru: 'яблоня яблоней',
        uk: 'яблуня',
        zh: '苹果树',
        ja: 'りんごの木 リンゴの木',
        ko: '사과나무',
      },
      'lemon tree': {
        de: 'zitronenbaum',
        fr: 'citronnier',
        es: 'limonero',
        pt: 'limoeiro',
        it: 'albero-di-limoni',
        nl: 'citroenboom',
        pl: 'drzewo-cytrynowe',
        ru: 'лимонное-дерево',
        uk: 'лимонне-дерево',
        zh: '柠檬树',
        ja: 'レモンの木',
        ko: '레몬나무',
      },
      'orange tree': {
        de: 'orangenbaum',
        fr: 'oranger',
        es: 'naranjo',
        pt: 'laranjeira',
        it: 'arancio',
        nl: 'sinaasappelboom',
        pl: 'drzewo-pomarańczowe',
        ru: 'апельсиновое-дерево',
        uk: 'апельсинове-дерево',
        zh: '橘子树 橙树',
        ja: 'オレンジの木 みかんの木',
        ko: '오렌지나무',
      },
      'cherry tree': {
        de: 'kirschbaum',
        fr: 'cerisier',
        es: 'cerezo',
        pt: 'cerejeira',
        it: 'ciliegio',
        nl: 'kersenboom',
        pl: 'wiśnia',
        ru: 'вишнёвое-дерево',
        uk: 'вишневе-дерево',
        zh: '樱桃树',
        ja: 'さくらんぼの木',
        ko: '체리나무',
      },
      'olive tree': {
        de: 'olivenbaum',
        fr: 'olivier',
        es: 'olivo',
        pt: 'oliveira',
        it: 'ulivo',
        nl: 'olijfboom',
        pl: 'drzewo-oliwne',
        ru: 'оливковое-дерево',
        uk: 'оливкове-дерево',
        zh: '橄榄树',
        ja: 'オリーブの木',
        ko: '올리브나무',
      },
    },
  },
  footing: 'ground',
  home: 'meadow',
  colour: '#d8342c',
  size: 0.62,
  metres: 6,
  road: 'off',
  crown: 'leafy',
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
