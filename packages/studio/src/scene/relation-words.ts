/** Words that tell how one subject stands to another. */
import type { RelationKind } from './cast.ts';

export type RelationWord =
  /** Between places in the picture: belongs to the subject just named. */
  | { by: 'preposition'; kind: RelationKind }
  /** Something that is done: belongs to whoever the sentence is about. */
  | { by: 'deed'; kind: RelationKind }
  /** "With" is a thing in a hand, on a thing or beside it: who has it decides. */
  | { by: 'with' };

const PREPOSITIONS: Record<RelationKind, string> = {
  on: 'on,onto,upon,atop,on top of,against,down,up,along,across the top of',
  in: 'in,inside,into,within,through,amid,among,inside of,out of,from',
  under: 'under,beneath,below,underneath',
  over: 'over,above,across,past',
  beside: 'beside,next to,near,by,alongside,at,at the side of,close to,around,between',
  'in-front-of': 'in front of,before,outside,outside of',
  behind: 'behind,in the back of',
  riding: 'on the back of',
  holding: '',
  wearing: '',
  'held-by': '',
  'worn-by': '',
  kicking: '',
  chasing: '',
};

const DEEDS: Partial<Record<RelationKind, string>> = {
  riding:
    'riding,rides,ride,riding on,rides on,riding on top of,mounted on,sitting on the back of,driving a,driving an,driving the,driving his,driving her,drives a,drives an,drives the,steering a,piloting a,piloting the,mowing with,skating on',
  holding:
    'holding,holds,having,carrying,carries,eating,eats,playing,plays,playing the,playing on,plays on,play on,drinking,drinks,reading,reads,catching,catches,stealing,steals,flying a,flies a,brandishing,swinging a,waving a,throwing,throws,pouring,pours,taking,lifting,juggling,nibbling,chewing,biting,licking,hugging,cradling,serving,baking,painting,repairing,fixing,making,makes,tossing,tosses,planting,plants,blowing,blows,preparing,prepares,selling,sells,delivering,delivers,offering,hammering,using,casting,digging up,digs up,picking up,picks up,holding up,holds up,lifting up,peeling,squeezing',
  wearing: 'wearing,wears,dressed in,in a suit of,balancing,balances',
  kicking: 'kicking,kicks,dribbling,dribbles,scoring with',
  chasing: 'chasing,chases,hunting,hunts,following,follows,pursuing,charging at',
  beside:
    'feeding,feeds,fighting,fights,meeting,meets,watching,watches,petting,watering,waters,cooking,cooks,looking at,looks at,looking through,looks through,looking into,playing with,walking with,fighting over,fights over,quarrelling over,quarreling over,arguing over,squabbling over,bickering over,arguing about,playing over,bent over,bending over,cutting,cuts,trimming,shearing,washing,cleaning,brushing,combing,polishing,sharing,shares,inspecting,examining,measuring,sniffing,sniffs,smelling,admiring,greeting,visiting,protecting,teaching,helping,herding,training,begging for,pointing at,reaching for,setting up,decorating,talking to,facing,racing,pulling,pulls,pushing,pushes,milking,guarding,building,builds,kissing,proposing to,digging,ploughing,scoring,leaning against,beating,circling,pulled by,drawn by,chased by,followed by,hunted by',
  on: 'sitting on,sits on,standing on,stands on,lying on,sleeping on,landing on,lands on,perched on,leaning on,climbing,climbs,balancing on,resting on,crossing,crosses,crawling on',
  over: 'jumping over,leaping over,flying over,flies over,hovering over,orbiting,orbits,striking',
  in: 'hanging from,swimming in,sitting in,sleeping in,floating in,growing in,diving into',
};

export const RELATION_WORDS: Map<string, RelationWord> = new Map<string, RelationWord>([
  ...(Object.keys(PREPOSITIONS) as RelationKind[]).flatMap((kind) =>
    phrasesOf(PREPOSITIONS[kind]).map((phrase): [string, RelationWord] => [phrase, { by: 'preposition', kind }]),
  ),
  ...(Object.keys(DEEDS) as RelationKind[]).flatMap((kind) =>
    phrasesOf(DEEDS[kind] ?? '').map((phrase): [string, RelationWord] => [phrase, { by: 'deed', kind }]),
  ),
  ['with', { by: 'with' }],
]);

function phrasesOf(list: string): string[] {
  return list.split(',').filter((phrase) => phrase !== '');
}
