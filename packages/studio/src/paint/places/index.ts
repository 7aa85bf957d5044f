/** Which painter belongs to which place; a new place is its painter and a line here. */
import type { Place as PlaceName } from '../../scene/cast.ts';
import type { Place, Site } from '../site.ts';
import type { StageLayer } from '../stage.ts';
import { fairground, stadium } from './arenas.ts';
import { backdrop } from './backdrop.ts';
import { bambooForest } from './bamboo.ts';
import { canyon, clouds, moon, savanna } from './barrens.ts';
import { city } from './city.ts';
import { basketballCourt, boxingRing, tennisCourt } from './courts.ts';
import { farm, vineyard, wheatField } from './fields.ts';
import { forest } from './forest.ts';
import { garden, graveyard, park, playground } from './gardens.ts';
import { factory, museum, stage } from './halls.ts';
import { constructionSite, rooftop } from './heights.ts';
import { mountains } from './highlands.ts';
import { interior } from './interior.ts';
import { rainforest, waterfall } from './jungle.ts';
import { desert, meadow } from './open-country.ts';
import { bathroom, bedroom, cafe, kitchen, library } from './rooms.ts';
import { road, village } from './settled.ts';
import { cliff, harbour, iceFloes, pier, pool, river } from './shores.ts';
import { space } from './space.ts';
import { airport, railwayStation } from './stations.ts';
import { brickWall, market, street } from './town.ts';
import { castleHall, cathedral, cave, tunnel } from './vaults.ts';
import { coast, ocean, underwater } from './waters.ts';
import { snowfield, swamp, temple } from './woods.ts';
import { classroom, desk, laboratory, workshop } from './workrooms.ts';

export const PAINTERS: Record<PlaceName, (site: Site, sky: StageLayer[]) => Promise<Place>> = {
  coast,
  ocean,
  mountains,
  forest,
  desert,
  city,
  village,
  meadow,
  space,
  underwater,
  interior,
  road,
  pier,
  harbour,
  stage,
  'wheat-field': wheatField,
  tunnel,
  market,
  street,
  'construction-site': constructionSite,
  'brick-wall': brickWall,
  desk,
  garden,
  park,
  rainforest,
  'bamboo-forest': bambooForest,
  waterfall,
  'ice-floes': iceFloes,
  snowfield,
  library,
  kitchen,
  bedroom,
  bathroom,
  cafe,
  classroom,
  laboratory,
  workshop,
  museum,
  cathedral,
  stadium,
  'tennis-court': tennisCourt,
  'basketball-court': basketballCourt,
  'boxing-ring': boxingRing,
  'castle-hall': castleHall,
  'railway-station': railwayStation,
  airport,
  rooftop,
  cave,
  farm,
  vineyard,
  swamp,
  cliff,
  canyon,
  river,
  savanna,
  moon,
  clouds,
  fairground,
  playground,
  graveyard,
  pool,
  temple,
  factory,
  backdrop,
};
