/** Words for what somebody does, each as the plain verb that painters know. */
import type { Verb } from './cast.ts';

const FORMS: Record<Verb, string> = {
  rest: 'sit sits sitting stand stands standing rest rests resting wait waits waiting lie lies lying standing-guard stands-guard stand-guard keeping-watch keeps-watch perched perching relaxing meditating leaning',
  sleep: 'sleep sleeps sleeping asleep napping snoozing dozing dreaming',
  walk: 'walk walks walking stroll strolls strolling wander wanders wandering march marches marching roam roams roaming prowl prowls prowling stalking hike hikes hiking trotting climbing climbs exploring',
  crawl: 'crawl crawls crawling creep creeps creeping slither slithers slithering',
  run: 'run runs running gallop gallops galloping race races racing sprint sprinting charge charges charging rushing dashing fleeing escaping jogging chase chases',
  jump: 'jump jumps jumping leap leaps leaping hop hops hopping bounce bounces bouncing breaching pouncing',
  dance: 'dance dances dancing waltzing twirl twirls twirling breakdancing',
  swim: 'swim swims swimming dive dives diving paddle paddling snorkeling',
  fly: 'fly flies flying soar soars soaring glide glides gliding flutter fluttering swoops swooping flapping',
  float: 'float floats floating drift drifts drifting levitating bobbing',
  hover: 'hover hovers hovering',
  drive: 'drive drives driving speeding speeds cruise cruising cruises racing-past patrolling',
  sail: 'sail sails sailing rowing rows navigating anchored docking',
  'ride-away':
    'leaving departing departs ride-away rides-away riding-away drives-away driving-away walks-away walking-away runs-away running-away flies-away flying-away sails-away sailing-away swims-away goes-away disappearing',
  'come-closer':
    'approach approaches approaching come-closer comes-closer coming-closer comes-towards coming-towards running-towards walking-towards flying-towards entering arriving arrives',
  turn: 'turn turns turning looks-around',
  spin: 'spin spins spinning rotate rotates rotating revolve revolving whirl whirling swirling pirouette',
  roll: 'roll rolls rolling tumbling tumble sliding slides slide',
  swing: 'swing swings swinging dangling hanging hangs sway sways swaying',
  wave: 'wave waves waving greeting greets',
  shake: 'shake shakes shaking tremble trembling vibrating ringing rings shivering',
  fall: 'fall falls falling drop drops dropping landing lands',
  rise: 'rise rises rising launch launches launching lifts-off lifting-off blasting-off takes-off taking-off ascending',
  pour: 'pour pours pouring poured flow flows flowing dripping drips spill spilling leaking',
  steam: 'steam steams steaming smoke smoking boil boils boiling simmering bubbling brewing cooking',
  erupt: 'erupt erupts erupting',
  explode: 'explode explodes exploding bursting bursts shattering',
  burn: 'burn burns burning blaze blazing flaming on-fire',
  glow: 'glow glows glowing shine shines shining sparkle sparkling glitter glittering shimmering flicker flickering flashing twinkling lit-up illuminated glowing',
  melt: 'melt melts melting',
  bloom: 'bloom blooms blooming blossoming flowering',
  grow: 'grow grows growing sprouting sprout growing-up',
  open: 'open opens opening spreading unfolding spreads',
  rain: 'rain-down rains-down raining-down rain-from rains-from raining-from falling-from-the-sky falls-from-the-sky',
  fill: 'filling fills',
  surf: 'surf surfs surfing',
};

export const VERB_WORDS: Map<string, Verb> = new Map(
  (Object.keys(FORMS) as Verb[]).flatMap((verb) => FORMS[verb].split(' ').map((form) => [form, verb] as const)),
);

/** Forms that are a thing as well: "a fly", "the waves", "a swing"; after an article they are not verbs. */
export function mayBeNoun(word: string): boolean {
  return word === 'swing' || !/(ing|ed)$/.test(word);
}
