/** Which drawing belongs to which subject. */
import type { SubjectKind } from '../../scene/subject-words.ts';
import type { Brush } from '../brush.ts';
import { bird, butterfly, cat, frog, owl, penguin, rabbit } from './animals.ts';
import { bear, dog, fox, lion } from './beasts.ts';
import { bridge, castle, house, lighthouse, pyramid, tent, windmill } from './buildings.ts';
import { dragon, swan } from './creatures.ts';
import { cow, sheep } from './farm.ts';
import { apple, burger, cake, coffee, donut, icecream, lemon, pizza, ramen, strawberry, wine } from './food.ts';
import { deer, elephant, horse, unicorn, zebra } from './hoofed.ts';
import { book, laptop, phone, shoe } from './objects.ts';
import { astronaut, person, robot, snowman, umbrella, woman } from './people.ts';
import { cactus, daisy, mushroom, palm, rose, sunflower, tree, tulip } from './plants.ts';
import { dolphin, fish, jellyfish, shark, turtle, whale } from './sea-life.ts';
import { bottle, candle, crystal, guitar, planet, ufo, watch } from './things.ts';
import { airplane, balloon, bicycle, bus, car, motorcycle, rocket, sailboat, ship, train } from './vehicles.ts';
import { giraffe, panda, tiger } from './wild.ts';

/** Draws into a 200 by 200 field with its feet on y = 190. */
export const DRAWINGS: Record<SubjectKind, (brush: Brush) => string> = {
  person,
  woman,
  astronaut,
  cat,
  dog,
  fox,
  horse,
  deer,
  elephant,
  rabbit,
  penguin,
  owl,
  frog,
  bird,
  butterfly,
  fish,
  whale,
  dolphin,
  turtle,
  jellyfish,
  car,
  bus,
  train,
  bicycle,
  airplane,
  balloon,
  rocket,
  sailboat,
  ship,
  lighthouse,
  house,
  castle,
  windmill,
  tree,
  palm,
  cactus,
  mushroom,
  rose,
  sunflower,
  tulip,
  daisy,
  apple,
  lemon,
  strawberry,
  cake,
  pizza,
  burger,
  icecream,
  coffee,
  bottle,
  wine,
  watch,
  guitar,
  candle,
  umbrella,
  robot,
  snowman,
  tent,
  crystal,
  planet,
  lion,
  bear,
  swan,
  dragon,
  book,
  shoe,
  phone,
  pyramid,
  bridge,
  tiger,
  panda,
  giraffe,
  zebra,
  unicorn,
  wolf: fox,
  cow,
  sheep,
  shark,
  motorcycle,
  ramen,
  donut,
  laptop,
  ufo,
};

export const FIELD = 200;
export const FEET = 190;
