/** Words and phrases that name a place, for every place there is. */
import type { Place } from './cast.ts';
import { kinOf } from './place-kin.ts';
import type { Setting } from './place-words.ts';

/** Phrases stand between commas; the longest that fits is meant. */
const NAMES: Record<Exclude<Place, 'backdrop'>, string> = {
  coast:
    'coast,coastal,coastline,beach,beaches,shore,shoreline,seaside,bay,island,desert island,tropical island,cove,seashore,sandbank,on the sand,in the sand',
  ocean:
    'ocean,sea,open sea,high seas,waves,wave,lake,water,surf,surfing,surfs,fjord,pond,lagoon,seascape,waterhole,watering hole,gulf,lily pad,lily pads',
  mountains:
    'mountain,mountains,snow capped mountain,snow capped mountains,snowy mountain,snowy mountains,mountain top,mountaintop,mountain pass,mountain path,peak,peaks,alps,himalayas,valley,summit,ridge,ridges,glacier,highlands,alpine,cappadocia,hillside,rockies',
  forest: 'forest,forests,woods,woodland,pines,grove,taiga,pine forest,birch forest,backwoods',
  desert: 'desert,dune,dunes,sand,sand dunes,sahara,oasis,outback,wasteland,badlands,egypt,wild west',
  city: 'city,cities,skyline,downtown,skyscraper,skyscrapers,metropolis,tokyo,york,new york,paris,london,cityscape,urban,manhattan,berlin,rome,hong kong,shanghai,chicago,san francisco,city center',
  village: 'village,town,hamlet,cottages,suburb,holland,countryside',
  meadow:
    'meadow,field,fields,hill,hills,hilltop,grass,grassland,tall grass,prairie,lawn,pasture,pumpkin patch,steppe,cornfield,farmland,golf course,battlefield,orchard',
  space: 'space,galaxy,nebula,cosmos,universe,asteroid,interstellar,cosmic,outer space,deep space,solar system',
  underwater:
    'underwater,reef,coral reef,seabed,undersea,coral,corals,bottom of the sea,bottom of the ocean,ocean floor,sea floor,deep sea,deep ocean',
  interior:
    'room,in a house,in the house,inside a house,inside the house,at home,in an apartment,in a cabin,in a cottage,interior,indoors,studio,livingroom,living room,table,dining table,windowsill,window sill,attic,porch,candlelit dinner,dinner,restaurant,greenhouse,shelf,rug,basement,hallway,corridor,lobby,hotel lobby,waiting room,barber shop,barbershop,hair salon,hotel room,nursery,child room,children room,elevator,shop,store,supermarket,bakery',
  road: 'road,highway,roadtrip,road trip,route,race track,track,lane,motorway,asphalt,country road,freeway,racetrack',
  pier: 'pier,jetty,dock,boardwalk',
  harbour: 'harbour,harbor,port,marina,docks,seaport,wharf',
  stage:
    'stage,on stage,concert hall,theatre,theater,spotlight,opera,opera house,concert,nightclub,disco,jazz club,ballroom,dance floor,circus,circus ring',
  'wheat-field': 'wheat field,wheat fields,wheatfield,field of wheat,barley field,rye field,grain field',
  tunnel: 'tunnel,underpass,subway tunnel,sewer,railway tunnel',
  market:
    'market,street market,bazaar,market square,marketplace,market stall,market street,farmers market,souk,flea market,night market,christmas market,fish market,marrakech',
  street:
    'street,streets,street corner,alley,alleyway,avenue,sidewalk,pavement,crosswalk,intersection,traffic,boulevard,side street,back alley,square,plaza',
  'construction-site': 'construction site,building site,construction zone,scaffolding',
  'brick-wall':
    'brick wall,graffiti wall,stone wall,garden wall,against a wall,leaning against a wall,leaning against the wall,against the wall,against a white wall',
  desk: 'desk,office,office desk,workplace,writing desk,cubicle,school desk',
  garden:
    'garden,gardens,backyard,flower garden,rose garden,flower bed,flowerbed,botanical garden,front yard,yard,vegetable garden,herb garden',
  park: 'park,city park,public park,park bench,picnic',
  rainforest: 'rainforest,jungle,tropical forest,amazon,tropics,jungle river',
  'bamboo-forest': 'bamboo forest,bamboo grove,bamboo thicket,bamboo woods,bamboo,arashiyama',
  waterfall: 'waterfall,waterfalls,cascade,niagara falls,rainforest with a waterfall',
  'ice-floes':
    'ice floe,ice floes,iceberg,icebergs,pack ice,arctic ocean,arctic,antarctica,antarctic,north pole,south pole,on the ice,across the ice,sea ice,under the ice',
  snowfield:
    'snowfield,tundra,ski slope,snowy hill,snowy field,piste,snowy slope,frozen lake,ice rink,slope,ski resort,frozen tundra,in the snow,on the snow,in snow,on snow,in deep snow,in the deep snow,on fresh snow,across the snow,over the snow,through the snow,through deep snow,snowy landscape',
  library: 'library,bookshop,bookstore,archive,book shelves,bookshelf,bookshelves,study',
  kitchen: 'kitchen,kitchen table,kitchen counter,oven,restaurant kitchen',
  bedroom: 'bedroom,bedside,on a bed,in bed,on the bed,hotel room,nursery',
  bathroom: 'bathroom,washroom,in the bath,shower room',
  cafe: 'cafe,café,coffee shop,coffeehouse,bistro,diner,bar,pub,tavern,tea house,teahouse',
  classroom: 'classroom,school,schoolroom,lecture hall,blackboard,university,kindergarten',
  laboratory: 'laboratory,lab,science lab,operating room,hospital,hospital room,clinic',
  workshop: 'workshop,garage,shed,smithy,forge,atelier,tool shed,toolshed',
  museum: 'museum,gallery,art gallery,exhibition',
  cathedral: 'cathedral,inside a church,chapel,abbey,monastery,nave,wedding,altar',
  stadium:
    'stadium,football field,soccer field,sports field,arena,football pitch,baseball field,running track,olympics,rodeo,finish line',
  'tennis-court':
    'tennis court,clay court,grass court,hard court,clay tennis court,grass tennis court,tennis match,wimbledon,padel court',
  'basketball-court': 'basketball court,gym,gymnasium,sports hall,basketball game,volleyball court',
  'boxing-ring': 'boxing ring,in a ring,in the ring,wrestling ring,boxing match',
  'castle-hall':
    'castle hall,hall,courtroom,court,throne room,great hall,dungeon,palace hall,inside a castle,banquet hall',
  'railway-station':
    'railway station,train station,subway station,platform,train platform,metro station,railroad station,subway',
  airport: 'airport,runway,airfield,hangar,airstrip',
  rooftop: 'rooftop,rooftops,roof,balcony,terrace,roof terrace',
  cave: 'cave,cavern,grotto,mine,crystal cave,ice cave,lair,underground',
  farm: 'farm,farmyard,stable,ranch,barnyard,chicken coop,henhouse,pigsty',
  vineyard: 'vineyard,vineyards,winery',
  swamp: 'swamp,marsh,bog,mangrove,wetland,bayou,mud',
  cliff: 'cliff,cliffs,cliff edge,cliffside,rocky coast,precipice,edge of a cliff',
  canyon: 'canyon,grand canyon,gorge,ravine,mesa',
  river: 'river,stream,creek,brook,riverbank,river bank,canal,venice,rapids',
  savanna: 'savanna,savannah,african plain,serengeti,safari,plains',
  moon: 'on the moon,moon surface,lunar surface,surface of the moon,moon landing,crater',
  clouds:
    'above the clouds,in the clouds,floating in the clouds,flying in the clouds,flying through the clouds,over the clouds,among the clouds,through the clouds,sea of clouds,heaven,in the sky,sky full of clouds',
  fairground: 'fairground,fair,funfair,amusement park,carnival,theme park,county fair,luna park',
  playground: 'playground,sandbox,sandpit',
  graveyard: 'graveyard,cemetery,tomb,crypt',
  pool: 'pool,swimming pool,poolside,hot tub',
  temple: 'temple,shrine,pagoda,zen garden,japanese garden,ancient ruins,ruins,kyoto',
  factory: 'factory,assembly line,warehouse,power plant,steel mill,engine room,power station,foundry',
};

export const PLACE_NAMES: Map<string, Place> = new Map(
  (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((place) =>
    NAMES[place].split(',').map((phrase) => [phrase, place] as const),
  ),
);

/** The broad setting of each single word for a place. */
export const SETTING_WORDS: Map<string, Setting> = new Map(
  [...PLACE_NAMES]
    .filter(([phrase]) => !phrase.includes(' '))
    .map(([word, place]) => [word, kinOf(place) as Setting] as const),
);
