/** Drawings of our own for the index: common things that the set lacks, and whole figures where it has a bust. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Footing, Place } from '../../packages/studio/src/scene/cast.ts';
import { CHARACTERS } from './characters.ts';
import { NEW_PEOPLE } from './roles.ts';
import { HATS } from './wardrobe.ts';

/** What makes one differ from its family, which gives it the rest. */
interface Own {
  family: string;
  footing?: Footing;
  home?: Place;
  metres?: number;
  faces?: 'left' | 'right' | 'front';
}

export interface Ours extends Own {
  body: string;
}

const kin = (family: string, usual: Omit<Own, 'family'>, ids: string): [string, Own][] =>
  ids.split(' ').map((id) => [id, { family, ...usual }]);

/** Files of the folder `ours`. */
const DRAWN: [string, Own][] = [
  ...kin('musical-instrument', { footing: 'ground', home: 'stage', metres: 1.5 }, 'amplifier'),
  ...kin('musical-instrument', { footing: 'ground', home: 'stage', metres: 2.4 }, 'grand-piano'),
  ...kin('household', { footing: 'ground', home: 'park', metres: 1.5 }, 'bench'),
  ...kin('transport-ground', { home: 'street', metres: 8 }, 'double-decker garbage-truck'),
  ...kin('transport-ground', { home: 'construction-site', metres: 8 }, 'excavator bulldozer dump-truck'),
  ...kin('transport-ground', { home: 'wheat-field', metres: 8 }, 'combine-harvester'),
  ...kin('transport-ground', { home: 'factory', metres: 3.5 }, 'forklift'),
  ...kin('transport-ground', { home: 'road', metres: 4.5 }, 'camper-van'),
  ...kin('transport-ground', { home: 'snowfield', metres: 2.4 }, 'snowmobile'),
  ...kin('transport-ground', { metres: 8 }, 'tank'),
  ...kin('transport-ground', { home: 'garden', metres: 1.2 }, 'lawn-mower wheelbarrow'),
  ...kin('transport-ground', { home: 'park', metres: 1.2 }, 'stroller'),
  ...kin('transport-air', { faces: 'right', metres: 0.35 }, 'paper-plane'),
  ...kin('transport-air', { metres: 60 }, 'zeppelin'),
  ...kin('transport-air', { faces: 'front', metres: 0.7 }, 'drone'),
  ...kin('transport-water', { metres: 2.4 }, 'jet-ski'),
  ...kin('transport-water', { faces: 'right', metres: 3.5 }, 'rowing-boat'),
  ...kin('household', { footing: 'ground', home: 'interior', metres: 2.2 }, 'grandfather-clock'),
  ...kin('animal-reptile', { home: 'rainforest', metres: 0.4 }, 'chameleon'),
  ...kin('animal-bird', { home: 'park', metres: 0.35 }, 'pigeon'),
  ...kin('transport-water', { home: 'river', metres: 0.4 }, 'paper-boat'),
  ...kin('transport-water', { metres: 4.5, faces: 'front' }, 'raft'),
  ...kin('transport-water', { footing: 'water', home: 'underwater', metres: 8 }, 'submarine'),
  ...kin('animal-bird', { footing: 'sky', metres: 0.15 }, 'hummingbird'),
  ...kin('animal-bird', { home: 'savanna', metres: 2.4 }, 'ostrich'),
  ...kin('animal-bird', { home: 'rainforest', metres: 0.7 }, 'toucan'),
  ...kin('animal-bird', { home: 'pier', metres: 1.2 }, 'pelican'),
  ...kin('animal-bird', { home: 'ocean', metres: 0.5, faces: 'right' }, 'gull'),
  ...kin('animal-bird', { footing: 'sky', home: 'clouds', metres: 0.7 }, 'bird-in-flight'),
  ...kin('animal-bird', { footing: 'sky', home: 'forest', metres: 0.7, faces: 'front' }, 'owl-in-flight'),
  // The set's ends where its square does.
  ...kin('transport-ground', { home: 'railway-station', metres: 14, faces: 'right' }, 'high-speed-train'),
  ...kin('animal-mammal', { home: 'rainforest', metres: 0.7, faces: 'front' }, 'koala'),
  ...kin('animal-mammal', { home: 'interior', metres: 0.15 }, 'hamster'),
  ...kin('animal-mammal', { home: 'savanna', metres: 0.4, faces: 'front' }, 'meerkat'),
  ...kin('animal-mammal', { home: 'ice-floes', metres: 2.4 }, 'walrus'),
  ...kin('animal-mammal', { home: 'desert', metres: 0.7 }, 'armadillo'),
  ...kin('animal-reptile', { home: 'swamp', metres: 2.4 }, 'crocodile'),
  ...kin('animal-marine', { metres: 1.75 }, 'stingray'),
  ...kin('animal-marine', { metres: 0.15 }, 'seahorse'),
  ...kin('animal-marine', { footing: 'ground', home: 'coast', metres: 0.25, faces: 'front' }, 'starfish'),
  ...kin('animal-bug', { metres: 0.08 }, 'caterpillar'),
  ...kin('animal-bug', { footing: 'sky', metres: 0.08, faces: 'front' }, 'dragonfly'),
  ...kin('person', { home: 'bedroom', metres: 0.7, faces: 'left' }, 'baby'),
  ...kin('person-fantasy', { home: 'forest', metres: 2.4, faces: 'left' }, 'centaur'),
  ...kin('person-fantasy', { footing: 'sky', home: 'forest', metres: 1.75, faces: 'left' }, 'witch-on-broom'),
  ...kin('person-role', {}, 'knight'),
  ...kin('person-role', { home: 'desert' }, 'cowboy'),
  ...kin('person-role', { home: 'coast' }, 'pirate'),
  ...kin('household', { footing: 'ground', home: 'farm', metres: 1.75 }, 'scarecrow'),
  ...kin('household', { footing: 'ground', home: 'interior', metres: 1.75 }, 'fireplace bookshelf throne armchair'),
  ...kin('household', { footing: 'ground', home: 'interior', metres: 1.2 }, 'rocking-chair rocking-horse'),
  ...kin('household', { footing: 'ground', home: 'interior', metres: 1.2 }, 'vacuum-cleaner electric-fan wooden-table'),
  ...kin('household', { home: 'interior', metres: 0.7 }, 'table-lamp chandelier birdcage gramophone'),
  ...kin('household', { home: 'interior', metres: 0.4 }, 'sewing-machine record-player snow-globe fishbowl'),
  ...kin('household', { footing: 'ground', home: 'bathroom', metres: 0.9 }, 'washing-machine'),
  ...kin('household', { footing: 'ground', home: 'kitchen', metres: 1.75 }, 'refrigerator'),
  ...kin('household', { home: 'kitchen', metres: 0.4 }, 'toaster kettle blender'),
  ...kin('household', { metres: 0.25 }, 'bowl pinwheel'),
  ...kin('game', { metres: 0.45 }, 'chess-board'),
  ...kin('game', { metres: 0.08, faces: 'front' }, 'chess-king chess-queen chess-bishop chess-rook'),
  ...kin('game', { metres: 0.08, faces: 'left' }, 'chess-knight'),
  ...kin('household', { home: 'coast', metres: 0.25 }, 'message-bottle'),
  ...kin('household', { footing: 'ground', home: 'street', metres: 4.5 }, 'street-lamp'),
  ...kin('household', { home: 'garden', metres: 0.4 }, 'watering-can birdhouse'),
  ...kin('household', { footing: 'ground', home: 'garden', metres: 0.7 }, 'beehive'),
  ...kin('household', { footing: 'ground', home: 'garden', metres: 2.4 }, 'hammock trampoline'),
  ...kin('household', { footing: 'ground', home: 'village', metres: 2.4 }, 'water-well'),
  ...kin('household', { footing: 'ground', home: 'workshop', metres: 0.7 }, 'anvil easel spinning-wheel'),
  ...kin('household', { footing: 'ground', home: 'castle-hall', metres: 2.4 }, 'cannon'),
  ...kin('household', { metres: 0.9 }, 'longsword'),
  ...kin('plant-other', { footing: 'sky', home: 'forest', metres: 0.9 }, 'branch'),
  ...kin('office', { home: 'desk', metres: 0.35 }, 'typewriter'),
  ...kin('sport', { footing: 'ground', home: 'stadium', metres: 0.4 }, 'dumbbell'),
  ...kin('sport', { footing: 'ground', home: 'coast', metres: 2.4 }, 'surfboard'),
  ...kin('household', { home: 'kitchen', metres: 0.4 }, 'microwave pitcher rolling-pin ketchup-bottle'),
  ...kin('household', { footing: 'ground', home: 'kitchen', metres: 0.9 }, 'stove'),
  ...kin('household', { footing: 'ground', home: 'bathroom', metres: 0.9 }, 'sink'),
  ...kin('household', { home: 'bathroom', metres: 0.25 }, 'rubber-duck hair-dryer'),
  ...kin('household', { home: 'interior', metres: 0.25 }, 'flat-iron piggy-bank toy-blocks bonsai'),
  ...kin('household', { footing: 'ground', home: 'bedroom', metres: 1.75 }, 'wardrobe crib'),
  ...kin('musical-instrument', { metres: 0.4 }, 'xylophone tambourine'),
  ...kin('household', { footing: 'ground', home: 'playground', metres: 2.4 }, 'swing-set seesaw'),
  ...kin('household', { footing: 'ground', home: 'street', metres: 2.4 }, 'phone-booth vending-machine'),
  ...kin('household', { footing: 'ground', home: 'street', metres: 0.7 }, 'fire-hydrant traffic-cone'),
  ...kin('household', { footing: 'ground', home: 'wheat-field', metres: 1.5 }, 'hay-bale'),
  ...kin('household', { footing: 'ground', home: 'garden', metres: 1.5 }, 'rake'),
  ...kin('household', { footing: 'ground', home: 'fairground', metres: 1.75 }, 'arcade-machine jukebox'),
  ...kin('household', { home: 'stage', metres: 0.4 }, 'puppet'),
  ...kin('household', { home: 'cave', metres: 0.4 }, 'torch oil-lantern'),
  ...kin('household', { footing: 'ground', home: 'meadow', metres: 4.5 }, 'catapult'),
  ...kin('place-geographic', { home: 'meadow', metres: 20 }, 'geyser'),
  ...kin('plant-flower', { footing: 'ground', home: 'meadow' }, 'dandelion'),
  ...kin('transport-ground', { home: 'snowfield', metres: 3.5 }, 'sleigh snow-plough'),
  ...kin('transport-ground', { home: 'street', metres: 3.5 }, 'carriage'),
  ...kin('transport-ground', { home: 'road', metres: 3.5 }, 'pumpkin-carriage'),
  ...kin('household', { metres: 1.75, faces: 'front' }, 'rainy-window'),
  ...kin('drink', { metres: 0.2 }, 'lemonade'),
  ...kin('musical-instrument', { footing: 'ground', home: 'stage', metres: 1.3 }, 'cello'),
  ...kin('plant-other', { footing: 'ground', home: 'meadow', metres: 0.3 }, 'grass-blade'),
  ...kin('plant-other', { footing: 'ground', home: 'bamboo-forest', metres: 6 }, 'bamboo'),
  ...kin('person-role', { home: 'stage' }, 'violinist'),
  ...kin('transport-ground', { home: 'playground', metres: 0.9 }, 'tricycle'),
  ...kin('transport-ground', { home: 'fairground', metres: 1.2, faces: 'front' }, 'unicycle'),
  ...kin('transport-ground', { home: 'moon', metres: 3.5 }, 'moon-rover'),
  ...kin('transport-air', { home: 'space', metres: 60, faces: 'front' }, 'space-station'),
  ...kin('transport-water', { home: 'river', metres: 8 }, 'gondola'),
  ...kin('place-building', { home: 'farm', metres: 12 }, 'barn'),
  ...kin('food-sweet', {}, 'jelly gingerbread-man candy-cane muffin popsicle cotton-candy macarons'),
  ...kin('food-prepared', {}, 'plate-of-breakfast nachos'),
  ...kin('place-other', { home: 'coast', metres: 1.5 }, 'sandcastle'),
  ...kin('place-other', { metres: 8 }, 'carousel'),
  ...kin('place-other', { home: 'market', metres: 2.4 }, 'market-stall'),
  ...kin('transport-air', { home: 'clouds', metres: 80, faces: 'front' }, 'floating-island'),
  ...kin('place-building', { home: 'snowfield', metres: 4.5 }, 'igloo'),
  ...kin('place-building', { home: 'meadow', metres: 4.5 }, 'tipi'),
  ...kin('place-building', { home: 'forest', metres: 8 }, 'log-cabin treehouse'),
  ...kin('place-building', { home: 'garden', metres: 4.5 }, 'greenhouse'),
  ...kin('place-building', { home: 'city', metres: 90 }, 'eiffel-tower big-ben'),
  ...kin('place-building', { home: 'garden', metres: 60 }, 'taj-mahal'),
  ...kin('place-building', { home: 'meadow', metres: 50 }, 'leaning-tower'),
  ...kin('place-building', { home: 'desert', metres: 60 }, 'colosseum'),
  ...kin('place-building', { home: 'meadow', metres: 8 }, 'stonehenge'),
  ...kin('food-prepared', {}, 'roast-chicken'),
  ...kin('household', { footing: 'ground', home: 'garden', metres: 2.4 }, 'fence clothesline flower-arch'),
  ...kin('household', { footing: 'ground', home: 'interior', metres: 0.7 }, 'open-box'),
  ...kin('household', { footing: 'ground', home: 'forest', metres: 0.9 }, 'campfire cauldron'),
  ...kin('household', { footing: 'ground', home: 'interior', metres: 1.2, faces: 'front' }, 'aquarium'),
  ...kin('household', { footing: 'ground', home: 'interior', metres: 3, faces: 'front' }, 'staircase'),
  ...kin('household', { metres: 1.75 }, 'spear'),
  ...kin('household', { footing: 'ground', home: 'forest', metres: 0.7 }, 'stick'),
  ...kin('plant-other', { footing: 'sky', home: 'garden', metres: 0.3 }, 'leaf-blade'),
  ...kin('sport', { footing: 'ground', home: 'boxing-ring', metres: 1.5 }, 'punching-bag'),
  ...kin('household', { metres: 0.7 }, 'sweater'),
  ...kin('clothing', { metres: 0.4 }, 'worn-scarf worn-tie necklace'),
  ...kin('clothing', { metres: 0.6, faces: 'right' }, 'animal-coat'),
  ...kin('clothing', { metres: 0.25 }, 'party-hat cowboy-hat woolly-hat'),
  ...kin('household', { metres: 0.3 }, 'vase plate'),
  ...kin('animal-mammal', { home: 'interior', metres: 0.5, faces: 'right' }, 'curled-cat'),
  ...kin('animal-reptile', { home: 'cave', metres: 6, faces: 'right' }, 'sleeping-dragon'),
  ...kin('household', { footing: 'ground', home: 'park', metres: 1.75 }, 'statue'),
];

/** Where they are at work, if not in the open. */
const WORKPLACES: Partial<Record<Place, string>> = {
  temple: 'samurai monk',
  forest: 'viking lumberjack archer caveman witch',
  cafe: 'waiter waitress barista',
  street: 'mail-carrier photographer journalist mime',
  interior: 'cleaner hairdresser bellhop',
  laboratory: 'surgeon dentist',
  kitchen: 'baker',
  library: 'librarian',
  farm: 'shepherd',
  stage: 'magician ringmaster disc-jockey orchestra-conductor geisha mariachi',
  'railway-station': 'train-conductor',
  graveyard: 'mummy skeleton frankenstein',
  'ice-floes': 'inuit-hunter',
  harbour: 'sailor sea-captain',
  rainforest: 'explorer',
  stadium: 'goalkeeper matador cheerleader soccer-player gladiator baseball-player football-player',
  'boxing-ring': 'boxer sumo-wrestler',
  'basketball-court': 'basketball-star karate-fighter',
  'tennis-court': 'tennis-player',
  road: 'racing-driver',
  snowfield: 'figure-skater hockey-player',
  coast: 'lifeguard hula-dancer',
  garden: 'gardener beekeeper garden-gnome',
  cave: 'miner',
  workshop: 'blacksmith carpenter welder sculptor',
  market: 'butcher',
  underwater: 'diver',
  pier: 'fisherman',
  cathedral: 'nun priest wedding-couple',
  desert: 'pharaoh',
  park: 'boy girl',
};

/** Hats that the figures wear, by themselves. */
const HATS_ALONE: Record<string, string> = {
  'chef-hat': HATS.chef,
  'wizard-hat': HATS.wizard,
  'santa-hat': HATS.santa,
  'straw-hat': HATS.straw,
  'viking-helmet': HATS.viking,
  beret: HATS.beret,
};

const CHILDREN = /^(boy|girl)$/;

function person(id: string, body: string): [string, Ours] {
  const home = (Object.keys(WORKPLACES) as Place[]).find((place) => WORKPLACES[place]!.split(' ').includes(id));
  const metres = CHILDREN.test(id) ? { metres: 1.2 } : {};
  return [id, { family: 'person-role', body, ...metres, ...(home === undefined ? {} : { home }) }];
}

/** By id; where the set has a drawing of the same name, ours stands in for it. */
export const OURS: Map<string, Ours> = new Map([
  ...DRAWN.map(([id, own]): [string, Ours] => [id, { ...own, body: bodyOf(id) }]),
  ...Object.entries({ ...NEW_PEOPLE, ...CHARACTERS }).map(([id, body]) => person(id, body)),
  ...Object.entries(HATS_ALONE).map(([id, body]): [string, Ours] => [id, { family: 'clothing', metres: 0.25, body }]),
]);

function bodyOf(id: string): string {
  const svg = readFileSync(fileURLToPath(new URL(`./ours/${id}.svg`, import.meta.url)), 'utf8');
  return svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>')).replaceAll('\n', '');
}
