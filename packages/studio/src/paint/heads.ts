/** Where the brow, the eyes and the neck of the drawings of the index are: what is worn belongs there. Ours tell it themselves. */
import { KINDS, subjectOf } from '../subjects/index.ts';
import { FIELD, type Head, type Spot } from '../subjects/subject.ts';

/** Each three numbers: across, down and breadth in units of the field, of those who look right as all are drawn. */
const HEADS: Record<string, string> = {
  mouse: '118 44 36 140 74 34 110 108 50',
  pig: '138 64 54 141 102 72 134 148 64',
  rat: '112 64 28 143 88 24 108 112 36',
  chipmunk: '140 64 32 158 90 28 128 118 40',
  hedgehog: '132 100 36 149 127 32 122 150 34',
  raccoon: '150 110 28 165 131 26 136 144 30',
  badger: '148 106 26 162 121 24 132 138 28',
  otter: '40 60 36 44 82 36 62 112 36',
  sloth: '42 68 38 47 80 36 56 112 44',
  koala: '98 34 56 98 56 64 98 98 60',
  hamster: '108 24 54 108 58 70 108 94 76',
  monkey: '140 32 50 131 70 50 128 112 46',
  gorilla: '140 24 42 150 50 36 130 86 54',
  orangutan: '110 28 38 113 50 28 112 92 46',
  kangaroo: '158 68 22 172 82 20 142 96 26',
  camel: '130 30 28 146 45 28 140 78 38',
  llama: '150 26 20 159 36 20 148 64 28',
  goat: '106 48 40 120 72 34 108 106 44',
  ewe: '60 42 52 62 70 48 58 120 46',
  ram: '140 48 42 141 77 44 146 120 46',
  ox: '150 46 34 162 62 30 140 88 52',
  rhinoceros: '118 74 36 136 110 32 102 114 56',
  hippopotamus: '142 80 42 150 102 46 122 122 56',
  'polar-bear': '98 38 84 98 80 104 98 186 120',
  duck: '122 48 36 126 65 32 122 106 54',
  goose: '136 43 26 141 54 22 131 96 26',
  rooster: '132 36 30 148 50 26 128 84 46',
  flamingo: '118 11 20 125 17 18 140 60 22',
  parrot: '130 12 46 139 37 32 130 74 58',
  peacock: '96 63 20 98 70 20 98 100 30',
  turkey: '148 15 26 153 29 24 152 68 30',
  crocodile: '136 104 30 143 111 26 112 132 38',
  't-rex': '130 36 36 137 42 30 120 68 46',
  sauropod: '152 14 28 148 26 26 175 70 32',
  snail: '142 84 36 143 28 44 148 124 52',
  snake: '118 16 36 126 30 32 122 74 44',
  toucan: '104 24 46 104 44 30 98 82 52',
  pigeon: '142 34 38 151 53 26 142 88 58',
  beaver: '148 17 38 151 35 38 145 74 58',
  boar: '98 52 64 106 92 44 104 180 120',
  poodle: '120 13 38 138 52 24 120 88 36',
  leopard: '146 62 32 160 76 28 135 102 42',
  seal: '138 30 48 138 47 52 138 96 76',
  walrus: '142 28 50 143 51 56 126 108 80',
  meerkat: '80 14 46 80 43 44 80 92 50',
  ostrich: '146 17 18 153 24 16 144 72 18',
  'black-bird': '142 42 42 151 71 32 140 104 60',
  eagle: '142 80 32 152 92 24 128 112 36',
  armadillo: '154 124 24 164 138 20 140 150 28',
  skunk: '150 114 34 155 129 34 132 146 30',
  'walking-cat': '118 46 36 136 60 30 118 98 42',
  tortoise: '150 84 46 157 107 46 126 132 40',
  crab: '95 100 40 95 105 42 95 150 60',
  'baby-chick': '128 24 48 147 60 32 122 100 72',
  baby: '140 44 70 148 74 60 122 112 44',
};

export const DRAWINGS_WITH_HEADS: readonly string[] = Object.keys(HEADS);

/** By the name of the drawing: one of the index without a row has its head where ours of that name has it. */
export function headOfDrawing(id: string): Head | undefined {
  const row = HEADS[id];
  if (row !== undefined) return headOf(row.split(' ').map(Number));
  const own = KINDS.find((kind) => kind === id);
  return own === undefined ? undefined : subjectOf(own).head;
}

function headOf(row: number[]): Head {
  const spot = (at: number): Spot => ({ x: row[at]!, y: row[at + 1]!, wide: row[at + 2]! });
  return { brow: spot(0), eyes: spot(3), neck: spot(6) };
}

/** The figures that are dressed from one pattern, grown-up and child, on the square of the set; their eyes tell which it is. */
const PATTERNS: [eyes: string, row: number[]][] = [
  ['M57 28h3.500v4.500H57zM67.500 28H71v4.500h-3.500z', [64, 23, 32, 64, 30, 26, 64, 47, 30]],
  ['M53 35h5v7h-5zM70 35h5v7h-5z', [64, 22, 48, 64, 38, 40, 64, 63, 36]],
];

/** `scale` and the middle of the box bring the square of the set into the field. */
export function headOfFigure(body: string, { scale, x, y }: { scale: number; x: number; y: number }): Head | undefined {
  const row = PATTERNS.find(([eyes]) => body.includes(eyes))?.[1];
  if (row === undefined) return undefined;
  return headOf(
    row.map((value, at) =>
      at % 3 === 0 ? FIELD / 2 + (value - x) * scale : at % 3 === 1 ? y + value * scale : value * scale,
    ),
  );
}
