/** How each drawing stands in a scene: which part it shows, where it looks, what carries it, where it lives, how large it is. */
import type { Footing, Place, VectorForm } from '../../packages/studio/src/scene/cast.ts';
import type { Chosen } from './chosen.ts';
import { OURS } from './ours.ts';
import { wholeFigure } from './people.ts';

type Traits = Omit<VectorForm, 'id' | 'bytes' | 'tone'>;

/** What most of a family are like: footing, home, metres and where the drawings look. */
const FAMILIES: [RegExp, Footing, Place, number, VectorForm['faces']][] = [
  [/^animal-mammal/, 'ground', 'meadow', 1, 'left'],
  [/^animal-bird/, 'ground', 'meadow', 0.5, 'left'],
  [/^animal-amphibian|^animal-reptile/, 'ground', 'meadow', 1, 'left'],
  [/^animal-marine/, 'water', 'underwater', 0.6, 'left'],
  [/^animal-bug/, 'ground', 'garden', 0.05, 'left'],
  [/^plant-flower/, 'table', 'backdrop', 0.3, 'front'],
  [/^plant-other/, 'ground', 'meadow', 0.5, 'front'],
  [/^(food|drink|dishware)/, 'table', 'backdrop', 0.25, 'front'],
  [/^place-geographic/, 'ground', 'meadow', 1200, 'front'],
  [/^place-building|^place-religious/, 'ground', 'city', 18, 'front'],
  [/^place-other/, 'ground', 'fairground', 12, 'front'],
  [/^place-map/, 'table', 'backdrop', 0.4, 'front'],
  [/^transport-ground/, 'ground', 'road', 4.5, 'left'],
  [/^transport-water/, 'surface', 'ocean', 12, 'left'],
  [/^transport-air/, 'sky', 'clouds', 12, 'left'],
  [/^person|^family/, 'ground', 'meadow', 1.75, 'front'],
  [/^face-|^cat-face|^monkey-face|^heart|^emotion/, 'table', 'backdrop', 0.6, 'front'],
  [/^sky-weather/, 'ground', 'meadow', 1, 'front'],
  [/^musical-instrument/, 'table', 'stage', 0.9, 'front'],
  [/^clothing/, 'table', 'backdrop', 0.5, 'front'],
  [/^sport|^game|^event|^arts-crafts/, 'table', 'backdrop', 0.4, 'front'],
];
const OTHERS: Pick<Traits, 'footing' | 'home' | 'metres' | 'faces'> = {
  footing: 'table',
  home: 'backdrop',
  metres: 0.3,
  faces: 'front',
};

/** Lengths in metres along the longer edge. */
const METRES: Record<number, string> = {
  0.01: 'ant fly mosquito lady-beetle microbe',
  0.03: 'gem-stone honeybee beetle cockroach cricket spider ring pill coin game-die peanuts blueberries olive cherries chestnut beans',
  0.12: 'french-fries',
  0.08: 'bug butterfly monarch-butterfly snail worm scorpion key old-key thread sewing-needle safety-pin paperclip linked-paperclips pushpin round-pushpin lipstick egg tooth feather maple-leaf fallen-leaf seedling four-leaf-clover shamrock shrimp spider-web watch eraser crayon nut-and-bolt candy garlic strawberry lime lemon kiwi-fruit tangerine peach tomato onion light-bulb chess-pawn puzzle-piece',
  0.15: 'cheese-wedge grapes mouse baby-chick hatching-chick front-facing-baby-chick chipmunk lizard frog crab oyster spiral-shell candle mobile-phone glasses sunglasses compass stopwatch computer-mouse camera cookie doughnut croissant bagel cupcake teacup-without-handle hot-beverage tumbler-glass glass-of-milk pear red-apple green-apple mango avocado carrot banana scissors pencil pen paintbrush toothbrush razor wrench screwdriver magnet crystal-ball yo-yo baseball ping-pong bell soap sponge syringe test-tube dagger spoon nest-with-eggs empty-nest jar hourglass-done hourglass-not-done magic-wand',
  0.25: 'hedgehog rat squirrel bat teapot mushroom brown-mushroom blowfish tropical-fish bird black-bird alarm-clock hammer kitchen-knife crown top-hat wine-glass beer-mug cocktail-glass honey-pot books open-book closed-book soccer-ball basketball volleyball american-football potted-plant pineapple melon watermelon birthday-cake pie pizza pancakes hamburger trophy radio telephone telephone-receiver microphone studio-microphone hiking-boot womans-boot high-heeled-shoe ballet-shoes running-shoe mans-shoe skull jack-o-lantern boomerang basket',
  0.4: 'rabbit beaver skunk raccoon duck chicken rooster parrot owl dove lobster squid turtle mate bouquet cactus hibiscus lotus money-bag wrapped-gift treasure-chest violin trumpet saxophone banjo flute maracas drum laptop television mantelpiece-clock globe-showing-americas globe-showing-europe-africa globe-showing-asia-australia teddy-bear framed-picture red-paper-lantern shield axe shovel pick broom carpentry-saw fire-extinguisher nesting-dolls japanese-dolls fishing-pole kite ring-buoy microscope amphora backpack briefcase bucket umbrella handbag ',
  0.7: 'badger otter sloth boar cat black-cat poodle turkey goose peacock penguin dodo fish octopus snake baguette-bread guitar accordion trombone harp long-drum dress coat kimono luggage toolbox bow-and-arrow skateboard skis sled telescope desktop-computer balance-scale carp-streamer door-mat wastebasket headstone bathtub chair seat shopping-cart anchor wheel oil-drum kick-scooter moai wood rock ghost baby-angel child boy girl fairy',
  1.2: 'mirror pig goat ewe ram leopard kangaroo orangutan monkey eagle flamingo swan dog guide-dog service-dog wolf sheep seal coffin postbox fuel-pump slot-machine toilet barber-pole bus-stop vertical-traffic-light goal-net snowman fire',
  1.75: 'clown-face bicycle motor-scooter motorcycle manual-wheelchair motorized-wheelchair door bed window ladder shower crocodile gorilla panda bear lion tiger lobster-pot auto-rickshaw carousel-horse wilted-tree',
  2.4: 'couch-and-lamp horse horse-racing cow ox donkey deer llama camel two-hump-camel zebra bison water-buffalo moose polar-bear unicorn shark dolphin canoe person-rowing-boat man-rowing-boat woman-rowing-boat',
  3.5: 'elephant mammoth rhinoceros hippopotamus giraffe tent camping hairy-creature troll',
  4.5: 'automobile taxi police-car racing-car pickup-truck sport-utility-vehicle tractor satellite flying-saucer minibus ambulance christmas-tree palm-tree fountain placard',
  8: 'orca t-rex hut helicopter bus oncoming-bus trolleybus fire-engine delivery-truck articulated-lorry sailboat motor-boat speedboat deciduous-tree evergreen-tree leafless-tree tanabata-tree small-airplane dragon parachute house house-with-garden derelict-house playground-slide satellite-antenna mountain-cableway aerial-tramway phoenix circus-tent shinto-shrine',
  14: 'whale spouting-whale sauropod locomotive railway-car train tram tram-car light-rail bullet-train high-speed-train monorail suspension-railway houses lighthouse ferris-wheel building-construction',
  30: 'airplane airplane-arrival airplane-departure rocket castle japanese-castle roller-coaster church mosque hindu-temple synagogue tokyo-tower statue-of-liberty kaaba stadium factory',
  80: 'ship ferry passenger-ship desert-island water-wave fireworks meteor landslide',
  400: 'tornado cyclone',
  1500: 'volcano mountain snow-capped-mountain mount-fuji comet',
  10000000: 'ringed-planet',
};

const FOOTINGS: Partial<Record<Footing, string>> = {
  sky: `bat butterfly monarch-butterfly honeybee mosquito fly dove eagle kite parachute comet meteor ghost dragon phoenix
    fireworks balloon feather leaf-fluttering-in-wind snowflake bubbles boomerang flying-disc fairy superhero woman-superhero
    man-superhero baby-angel glowing-star star ringed-planet money-with-wings sparkles red-paper-lantern wind-chime`,
  ground: `mirror clown-face volcano tornado fire snowman spiral-shell crab lobster penguin seal otter turtle cactus palm-tree bed bathtub chair couch-and-lamp
    door ladder shopping-cart headstone coffin postbox anchor treasure-chest telescope harp toilet goal-net slot-machine moai
    soccer-ball basketball volleyball american-football jack-o-lantern christmas-tree potted-plant wood rock rose-bush sled skateboard
    seat luggage oil-drum bus-stop fuel-pump vertical-traffic-light barber-pole umbrella-on-ground teddy-bear fishing-pole
    nest-with-eggs empty-nest satellite-antenna placard axe bucket drum long-drum piano broom building-construction
    closed-mailbox-with-raised-flag closed-mailbox-with-lowered-flag open-mailbox-with-raised-flag open-mailbox-with-lowered-flag
    pirate-flag white-flag black-flag chequered-flag rainbow-flag triangular-flag flag-in-hole tanabata-tree carp-streamer`,
  surface: `duck swan goose water-wave ring-buoy person-rowing-boat man-rowing-boat woman-rowing-boat person-surfing man-surfing
    woman-surfing person-swimming man-swimming woman-swimming person-playing-water-polo desert-island lotus mermaid merman merperson`,
  water: 'spouting-whale whale coral jellyfish octopus squid shark orca dolphin',
  table: 'lipstick crystal-ball bouquet shrimp oyster hibiscus',
};

const HOMES: Partial<Record<Place, string>> = {
  savanna: 'lion elephant giraffe zebra rhinoceros hippopotamus leopard water-buffalo',
  forest: `bear deer moose wolf fox boar badger beaver chipmunk raccoon skunk owl hedgehog evergreen-tree deciduous-tree
    leafless-tree mushroom brown-mushroom hairy-creature troll elf man-elf woman-elf fairy man-fairy woman-fairy bug snail
    bat maple-leaf fallen-leaf fire wood nest-with-eggs empty-nest woman-mage man-mage mage`,
  rainforest: 'gorilla monkey orangutan sloth parrot tiger snake lizard frog t-rex sauropod peacock crocodile',
  swamp: 'mosquito',
  desert: 'camel two-hump-camel cactus scorpion kaaba moai',
  'ice-floes': 'polar-bear penguin seal orca',
  snowfield:
    'mammoth snowman sled skier snowboarder skis ice-skate santa-claus mrs-claus mx-claus snowflake christmas-tree',
  farm: 'cow ox pig rooster chicken turkey goat ewe ram sheep donkey baby-chick hatching-chick front-facing-baby-chick tractor farmer man-farmer woman-farmer llama duck goose horse',
  coast:
    'crab seal palm-tree desert-island spiral-shell ring-buoy lobster turtle umbrella-on-ground lighthouse flamingo anchor water-wave',
  ocean:
    'whale spouting-whale dolphin otter mermaid merman merperson person-surfing man-surfing woman-surfing person-playing-water-polo',
  river: 'canoe duck swan person-rowing-boat man-rowing-boat woman-rowing-boat',
  pool: 'person-swimming man-swimming woman-swimming rubber-duck',
  garden:
    'butterfly monarch-butterfly honeybee lady-beetle potted-plant fountain bouquet wheelbarrow bird black-bird hibiscus hyacinth seedling spider-web cat black-cat squirrel worm',
  mountains:
    'eagle goat volcano mountain snow-capped-mountain mount-fuji camping tent mountain-cableway aerial-tramway helicopter person-climbing man-climbing woman-climbing japanese-castle dragon phoenix landslide',
  meadow:
    'kite rock rainbow horse horse-racing rabbit tornado flying-saucer hut mole unicorn person-golfing man-golfing woman-golfing flag-in-hole',
  park: 'person-in-lotus-position man-in-lotus-position woman-in-lotus-position person-juggling man-juggling woman-juggling person-running man-running woman-running dog poodle guide-dog service-dog dove child boy girl person-kneeling person-walking man-walking woman-walking person-cartwheeling man-cartwheeling woman-cartwheeling bicycle person-biking man-biking woman-biking',
  playground: 'playground-slide kick-scooter',
  fairground: 'clown-face ferris-wheel roller-coaster carousel-horse circus-tent balloon',
  street: `taxi police-car ambulance fire-engine bus oncoming-bus trolleybus tram tram-car motor-scooter delivery-truck postbox bus-stop
    vertical-traffic-light horizontal-traffic-light firefighter man-firefighter woman-firefighter police-officer man-police-officer
    woman-police-officer detective man-detective woman-detective barber-pole umbrella zombie man-zombie woman-zombie rat auto-rickshaw`,
  stadium: 'soccer-ball american-football trophy goal-net baseball',
  'basketball-court':
    'basketball volleyball person-bouncing-ball man-bouncing-ball woman-bouncing-ball person-playing-handball man-playing-handball woman-playing-handball person-lifting-weights man-lifting-weights woman-lifting-weights person-fencing',
  'boxing-ring': 'people-wrestling men-wrestling women-wrestling',
  road: 'racing-car',
  stage: `ballet-dancer woman-dancing man-dancing singer man-singer woman-singer microphone studio-microphone violin guitar drum saxophone
    trumpet trombone accordion banjo harp flute maracas long-drum people-with-bunny-ears men-with-bunny-ears women-with-bunny-ears performing-arts mirror-ball`,
  kitchen: 'cook man-cook woman-cook cooking pot-of-food kitchen-knife shallow-pan-of-food',
  classroom: 'teacher man-teacher woman-teacher student man-student woman-student abacus backpack',
  laboratory:
    'scientist man-scientist woman-scientist microscope test-tube petri-dish alembic dna health-worker man-health-worker woman-health-worker',
  workshop:
    'mechanic man-mechanic woman-mechanic artist man-artist woman-artist hammer wrench screwdriver carpentry-saw toolbox anvil',
  factory: 'factory-worker man-factory-worker woman-factory-worker gear mechanical-arm',
  desk: 'desktop-computer laptop keyboard computer-mouse printer technologist man-technologist woman-technologist office-worker man-office-worker woman-office-worker pencil pen fountain-pen open-book books abacus light-bulb',
  'construction-site': 'construction-worker man-construction-worker woman-construction-worker building-construction',
  airport: 'pilot man-pilot woman-pilot airplane-arrival airplane-departure luggage',
  bedroom: 'bed person-in-bed alarm-clock teddy-bear ',
  bathroom: 'bathtub person-taking-bath toilet shower toothbrush soap',
  interior:
    'mouse mirror couch-and-lamp chair potted-plant window door television radio framed-picture telephone mantelpiece-clock candle person-getting-haircut person-getting-massage wrapped-gift',
  'castle-hall':
    'person-with-crown prince princess judge man-judge woman-judge vampire man-vampire woman-vampire guard crown shield crossed-swords dagger',
  cathedral: 'person-with-veil woman-with-veil man-with-veil wedding',
  graveyard: 'ghost headstone coffin skull bat-wing',
  cave: 'treasure-chest spider diya-lamp',
  temple: 'hindu-temple shinto-shrine ninja lotus genie man-genie woman-genie',
  'railway-station': 'locomotive train bullet-train high-speed-train railway-car',
  clouds: 'airplane small-airplane parachute superhero woman-superhero man-superhero baby-angel dove',
  space:
    'satellite ringed-planet comet meteor rocket astronaut man-astronaut woman-astronaut alien alien-monster globe-showing-americas globe-showing-europe-africa globe-showing-asia-australia',
  rooftop: 'telescope satellite-antenna superhero',
  harbour: 'ferry passenger-ship motor-boat speedboat',
  city: 'fireworks',
};

/** Drawings that show a head or a bust and nothing below it. */
const HEADS = new Set(
  `bear cat-face dog-face tiger-face horse-face cow-face pig-face mouse-face rabbit-face monkey-face dragon-face boar chicken fox frog
  hamster koala lion moose panda polar-bear unicorn wolf pig-nose baby child boy girl person man woman older-person old-man
  old-woman santa-claus mrs-claus mx-claus elf man-elf woman-elf mage man-mage woman-mage vampire man-vampire
  woman-vampire zombie man-zombie woman-zombie health-worker student teacher judge farmer cook mechanic factory-worker
  office-worker scientist technologist singer artist pilot astronaut firefighter police-officer detective guard ninja
  construction-worker person-with-crown prince princess person-wearing-turban man-wearing-turban woman-wearing-turban
  person-with-skullcap woman-with-headscarf person-in-tuxedo man-in-tuxedo woman-in-tuxedo person-with-veil man-with-veil
  woman-with-veil pregnant-woman pregnant-man pregnant-person breast-feeding woman-feeding-baby man-feeding-baby
  person-feeding-baby person-juggling man-juggling woman-juggling person-getting-massage man-getting-massage
  woman-getting-massage person-getting-haircut man-getting-haircut woman-getting-haircut statue-of-liberty people-hugging kiss
  clown-face alien robot goblin ogre`.split(/\s+/),
);
const HEAD_FAMILIES = /^(person-gesture|cat-face|monkey-face)/;
const WHOLE_ALL_THE_SAME = new Set([
  'ghost',
  'skull',
  'alien-monster',
  'pile-of-poo',
  'skull-and-crossbones',
  'baby-angel',
]);
const ROLE_OF_A_MAN_OR_WOMAN = /^(man|woman)-/;

const LOOKS: Record<'left' | 'right' | 'front', string> = {
  right: 'airplane rocket small-airplane bicycle speedboat carp-streamer sailboat syringe trumpet trombone',
  left: `person-biking man-biking woman-biking person-bouncing-ball man-bouncing-ball woman-bouncing-ball person-fencing person-golfing man-golfing
    woman-golfing person-in-manual-wheelchair man-in-manual-wheelchair woman-in-manual-wheelchair person-in-motorized-wheelchair
    man-in-motorized-wheelchair woman-in-motorized-wheelchair person-kneeling man-kneeling woman-kneeling person-rowing-boat man-rowing-boat
    woman-rowing-boat person-running man-running woman-running person-surfing man-surfing woman-surfing person-swimming man-swimming
    woman-swimming person-walking man-walking woman-walking skier snowboarder horse-racing person-playing-handball
    man-playing-handball woman-playing-handball mermaid merman merperson person-with-white-cane man-with-white-cane
    woman-with-white-cane teapot meteor comet watering-can running-shoe mans-shoe hiking-boot womans-boot high-heeled-shoe skateboard
    ice-skate roller-skate sled hairy-creature genie man-genie woman-genie`,
  front: `bat crab ewe spider lobster octopus peacock lizard tram train bus-stop oncoming-bus oncoming-taxi oncoming-police-car orangutan scorpion
    jellyfish coral oyster spider-web front-facing-baby-chick hatching-chick butterfly monarch-butterfly beetle paw-prints panda bear
    lion fox frog polar-bear wolf cat-face dog-face tiger-face cow-face pig-face mouse-face rabbit-face monkey-face pig-nose moose parachute flying-saucer
    mountain-cableway aerial-tramway canoe anchor wheel fuel-pump vertical-traffic-light horizontal-traffic-light construction ring-buoy
    stop-sign satellite railway-car monorail sloth otter phoenix bug microbe seat`,
};

/** By how many degrees a drawing is turned so that it lies or stands as its like do; in a hand it stays as it was drawn. */
const TILTS: Record<number, string> = {
  '-50': 'lizard',
  '-45': 'dango cooking magnifying-glass-tilted-left',
  '-42':
    'spoon kitchen-knife closed-umbrella banjo flashlight pencil black-nib straight-ruler hammer axe pick wrench screwdriver test-tube pill plunger',
  '-40': 'baby-bottle guitar microphone telephone-receiver paperclip nut-and-bolt broom pushpin',
  '-38': 'net-with-handle violin',
  '-35': 'eggplant burrito candy',
  '-32': 'hot-dog',
  '-28': 'coffin',
  '-25': 'thong-sandal rolled-up-newspaper',
  '-22': 'luggage',
  '-12': 'taco',
  12: 'accordion',
  14: 'skateboard',
  20: 'studio-microphone',
  25: 'trumpet',
  28: 'sled',
  30: 'trombone',
  35: 'peanuts',
  38: 'pea-pod carpentry-saw',
  40: 'pickle carrot ear-of-corn chopsticks firecracker tennis lacrosse hair-pick toothbrush bottle-with-popping-cork bone',
  42: 'magic-wand flute electric-plug fountain-pen pen paintbrush crayon key dagger white-cane shovel syringe adhesive-bandage crutch razor safety-pin',
  45: 'eraser lollipop bow-and-arrow magnifying-glass-tilted-right cricket-game',
  48: 'old-key',
  50: 'baguette-bread',
  90: 'longsword',
};

/** What moves as its like do: vehicles roll on wheels, birds have another look in the air, and some have no legs to walk on. */
const NATURES: [RegExp, VectorForm['nature']][] = [
  [/^person|^family/, 'person'],
  [/^animal-bird/, 'bird'],
  [/^animal-reptile|^animal-amphibian/, 'crawler'],
  [/^animal/, 'animal'],
  [/^transport/, 'vehicle'],
];
const CRAWLERS = new Set(
  'snail worm bug caterpillar ant beetle cockroach spider scorpion lady-beetle crab lobster seal walrus stingray starfish'.split(
    ' ',
  ),
);

const home = byWord(HOMES);
const tilts = byWord(TILTS);
const footing = byWord(FOOTINGS);
const looks = byWord(LOOKS);
const metres = byWord(METRES);

function byWord<Key extends string | number>(table: Partial<Record<Key, string>>): Map<string, Key> {
  return new Map(
    (Object.keys(table) as Key[]).flatMap((key) => table[key]!.split(/\s+/).map((id) => [id, key] as const)),
  );
}

export function traitsOf({ id, family }: Chosen): Traits {
  const rule = FAMILIES.find(([pattern]) => pattern.test(family));
  const usual = rule === undefined ? OTHERS : { footing: rule[1], home: rule[2], metres: rule[3], faces: rule[4] };
  const own = OURS.get(id);
  return {
    part: isHead(id, family) ? 'head' : 'whole',
    faces: own?.faces ?? looks.get(id) ?? usual.faces,
    footing: own?.footing ?? footing.get(id) ?? usual.footing,
    home: own?.home ?? home.get(id) ?? usual.home,
    metres: own?.metres ?? (metres.has(id) ? Number(metres.get(id)) : usual.metres),
    nature: natureOf(id, family),
    tilt: Number(tilts.get(id) ?? 0),
  };
}

function isHead(id: string, family: string): boolean {
  if (WHOLE_ALL_THE_SAME.has(id) || OURS.has(id) || wholeFigure(id) !== null) return false;
  return HEADS.has(id) || HEADS.has(id.replace(ROLE_OF_A_MAN_OR_WOMAN, '')) || HEAD_FAMILIES.test(family);
}

function natureOf(id: string, family: string): VectorForm['nature'] {
  if (CRAWLERS.has(id)) return 'crawler';
  return NATURES.find(([pattern]) => pattern.test(family))?.[1] ?? 'thing';
}
