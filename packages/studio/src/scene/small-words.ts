/** Words that name nothing themselves: articles, numbers, sizes, measures, and all that only describes. */

function words(list: string): Set<string> {
  return new Set(list.trim().split(/\s+/));
}

export const ARTICLES = words('a an the this that these those my your his her their its our some another every each');

export const COUNTS: Record<string, number> = {
  one: 1,
  two: 2,
  both: 2,
  twin: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  several: 5,
  many: 6,
  dozens: 8,
  few: 3,
};

/** How many a word for many of something stands for: "a herd of cows", "an elephant family". */
export const COLLECTIVES: Record<string, number> = {
  couple: 2,
  pair: 2,
  group: 5,
  flock: 7,
  herd: 5,
  pack: 5,
  swarm: 7,
  school: 7,
  family: 3,
  caravan: 4,
  fleet: 5,
  row: 4,
  crowd: 6,
  festival: 5,
  parade: 4,
  convoy: 4,
  squadron: 5,
  colony: 6,
  team: 4,
  crew: 4,
  gang: 4,
  army: 7,
  litter: 4,
  pride: 4,
  troop: 5,
  queue: 5,
  line: 5,
  procession: 5,
  throng: 7,
};

/** "A slice of pizza" is the pizza. */
export const MEASURES = words(
  'stack slice piece pile heap plate platter bunch bouquet set kind sort scoop loaf handful slab ball bag sack can carton packet tray dish pint glass mug bowl cup pot pinch chunk serving collection close-up closeup portrait picture photo photograph snapshot painting drawing image illustration rendering poster print postcard mural engraving video clip view shot',
);

export const SIZES: Map<string, number> = new Map([
  ...[...words('tiny miniature microscopic minuscule')].map((word) => [word, 0.45] as const),
  ...[...words('small little mini baby')].map((word) => [word, 0.75] as const),
  ...[...words('big large tall grand')].map((word) => [word, 1.3] as const),
  ...[...words('huge giant gigantic enormous massive colossal towering')].map((word) => [word, 2] as const),
]);

export const FILLER = words(`
  a an the of in on at by to for from with without and or but as is are be it its this that these those over under above
  below near through into onto across around along behind beside between against up down out off very really so some my
  your his her their our one two three four five six seven eight nine ten couple pair several many few single lone alone
  heavy big small large huge tiny little giant tall short long wide old young new ancient modern beautiful pretty lovely
  majestic stunning gorgeous epic dramatic moody serene calm peaceful quiet lonely happy sad cute adorable soft warm cold
  hot cool vivid vibrant colourful colorful detailed realistic photorealistic hyperrealistic highly ultra 4k 8k hd high
  quality resolution masterpiece cinematic style art artwork painting picture photo photograph photography image video
  clip shot view scene scenery landscape portrait closeup close wide-angle aerial drone camera pan pans panning tilt zoom
  zooms zooming left right slow slowly gently moving moves move orbit tracking dolly handheld static standing
  sitting floating sleeping resting looking drifting falling
  rising passing glowing shining light lights lit lighting sky skies water distance background foreground front
  white-background simple plain minimal full time hour season weather way back still frame product rocky wooden ringed
  bowl cup launch rug deep cover covered wild herd school flock group bouquet bunch
  it's while who whose which where when then there together each other everywhere outside inside top bottom middle edge
  end side corner ground floor wall walls air motion movement action speed lot lots bit part parts kind sort type variety
  shape form surface texture pattern detail details effect mood atmosphere feeling light-rays shadow shadows colour colors
  color colours focus bokeh lens angle macro studio-light style concept idea world life nature day days moment smoke
  dust reflection reflections beam beams ray rays spell magic power energy music song sound breeze wind feathers petals
  wing wings tail head heads face eyes leg legs arm arms hand hands mouth nose ears hair fur skin shoulder back feet
  fresh steamed melted rusty shiny antique classic vintage-style modern fancy delicious tasty sweet cheesy crispy
  golden-brown busy empty crowded packed abandoned haunted magical mystical enchanted fantasy futuristic cyberpunk cartoon
  anime cozy rustic traditional royal elegant handsome brave angry scary spooky friendly sleepy playful curious hungry
  low poly low-poly striped spotted fluffy furry hairy round flat square sharp broken electric double pet adult male female
  do does doing done make makes making made get gets getting take takes taking go goes going come comes coming use uses
  using being been was were has have had can will would should just only also too even ever never always again away
  towards toward forward backwards ahead apart fast quickly quietly sideways uphill downhill alone morning's new-year
  year years eve christmas-time thanksgiving birthday party celebration holiday vacation trip journey adventure race game
  match fight battle dance show performance lunch dinner breakfast meal drink snack dessert fire smoke-free
  hide seek tag serving penalty lunch hopscotch
  everyone everybody someone somebody something anything nothing thing things
  after during until since amidst amongst beyond versus vs like about despite except plus via
`);

/** Of these what can be seen, and is not drawn: whoever asked for it is told. */
export const VISIBLE: ReadonlySet<string> = words(`
  wooden rusty broken striped spotted rug petals smoke dust spell magic music song party celebration birthday game match
  fight battle mirror pan launch light-rays beam beams breakfast lunch dinner meal hopscotch tag haunted wall
`);
