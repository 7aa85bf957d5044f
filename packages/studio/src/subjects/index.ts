/** Every subject the studio draws by itself; a new one is its file and a line here. */
import { airplane } from './airplane.ts';
import { apple } from './apple.ts';
import { astronaut } from './astronaut.ts';
import { balloon } from './balloon.ts';
import { bear } from './bear.ts';
import { bicycle } from './bicycle.ts';
import { bird } from './bird.ts';
import { book } from './book.ts';
import { bottle } from './bottle.ts';
import { bridge } from './bridge.ts';
import { burger } from './burger.ts';
import { bus } from './bus.ts';
import { butterfly } from './butterfly.ts';
import { cactus } from './cactus.ts';
import { cake } from './cake.ts';
import { candle } from './candle.ts';
import { car } from './car.ts';
import { castle } from './castle.ts';
import { cat } from './cat.ts';
import { cheetah } from './cheetah.ts';
import { coffee } from './coffee.ts';
import { cow } from './cow.ts';
import { crystal } from './crystal.ts';
import { daisy } from './daisy.ts';
import { deer } from './deer.ts';
import { dog } from './dog.ts';
import { dolphin } from './dolphin.ts';
import { donkey } from './donkey.ts';
import { donut } from './donut.ts';
import { dragon } from './dragon.ts';
import { elephant } from './elephant.ts';
import { fish } from './fish.ts';
import { fox } from './fox.ts';
import { frog } from './frog.ts';
import { fruitTree } from './fruit-tree.ts';
import { giraffe } from './giraffe.ts';
import { guitar } from './guitar.ts';
import { horse } from './horse.ts';
import { house } from './house.ts';
import { icecream } from './icecream.ts';
import { jellyfish } from './jellyfish.ts';
import { laptop } from './laptop.ts';
import { lemon } from './lemon.ts';
import { lighthouse } from './lighthouse.ts';
import { lion } from './lion.ts';
import { moose } from './moose.ts';
import { motorcycle } from './motorcycle.ts';
import { mushroom } from './mushroom.ts';
import { owl } from './owl.ts';
import { palm } from './palm.ts';
import { panda } from './panda.ts';
import { penguin } from './penguin.ts';
import { person } from './person.ts';
import { phone } from './phone.ts';
import { pizza } from './pizza.ts';
import { planet } from './planet.ts';
import { pyramid } from './pyramid.ts';
import { rabbit } from './rabbit.ts';
import { ramen } from './ramen.ts';
import { robot } from './robot.ts';
import { rocket } from './rocket.ts';
import { rose } from './rose.ts';
import { sailboat } from './sailboat.ts';
import { shark } from './shark.ts';
import { sheep } from './sheep.ts';
import { ship } from './ship.ts';
import { shoe } from './shoe.ts';
import { snowman } from './snowman.ts';
import { strawberry } from './strawberry.ts';
import type { Subject } from './subject.ts';
import { sunflower } from './sunflower.ts';
import { swan } from './swan.ts';
import { tent } from './tent.ts';
import { tiger } from './tiger.ts';
import { train } from './train.ts';
import { tree } from './tree.ts';
import { tulip } from './tulip.ts';
import { turtle } from './turtle.ts';
import { ufo } from './ufo.ts';
import { umbrella } from './umbrella.ts';
import { unicorn } from './unicorn.ts';
import { watch } from './watch.ts';
import { whale } from './whale.ts';
import { windmill } from './windmill.ts';
import { wine } from './wine.ts';
import { wolf } from './wolf.ts';
import { woman } from './woman.ts';
import { zebra } from './zebra.ts';

export const SUBJECTS = {
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
  'fruit-tree': fruitTree,
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
  donkey,
  moose,
  cheetah,
  unicorn,
  wolf,
  cow,
  sheep,
  shark,
  motorcycle,
  ramen,
  donut,
  laptop,
  ufo,
  planet,
} satisfies Record<string, Subject>;

export type SubjectKind = keyof typeof SUBJECTS;

/** As a list, for whoever looks for a trait. */
export const KINDS = Object.keys(SUBJECTS) as SubjectKind[];

export function subjectOf(kind: SubjectKind): Subject {
  return SUBJECTS[kind];
}
