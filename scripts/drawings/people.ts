/** Whole figures of people known by their clothes: one body, dressed. The set has only the heads of them. */

interface Dress {
  coat: string;
  /** Falls to the ankles, or ends at the hips. */
  length?: 'gown';
  trousers: string;
  shoes: string;
  belt?: string;
  apron?: string;
  hair?: string;
  beard?: string;
  hat: string;
  prop?: string;
  back?: string;
}

const SKIN = '#e3ac82';

/** On a field of 128 by 128, looking at us, feet on the lower edge. */
function figure({ coat, length, trousers, shoes, belt, apron, hair, beard, hat, prop, back }: Dress): string {
  const legs =
    length === 'gown'
      ? ''
      : `<path fill="${trousers}" d="M49 76h14l-2 42H46zM65 76h14l3 42H67z"/><path fill="${shoes}" d="M44 112h18v12H39l-1-4 6-3zM66 112h18v5l6 3-1 4H66z"/>`;
  const hem = length === 'gown' ? 'M45 42h38l14 80c-20 4-46 4-66 0z' : 'M44 42h40l5 40H39z';
  const cut = (path: string | undefined, drawn: string) =>
    path === undefined ? '' : `<path fill="${path}" d="${drawn}"/>`;
  return [
    back ?? '',
    legs,
    `<path fill="${coat}" d="${hem}"/>`,
    cut(apron, length === 'gown' ? 'M52 60h24l8 60H44z' : 'M50 52h28l4 38H46z'),
    `<path fill="${coat}" d="M43 44c-9 6-13 16-14 28l9 2c2-8 4-14 8-18zM85 44c9 6 13 16 14 28l-9 2c-2-8-4-14-8-18z"/>`,
    `<path fill="#000" opacity=".12" d="M85 44c9 6 13 16 14 28l-9 2c-2-8-4-14-8-18zM72 42h12l5 40H76z"/>`,
    `<circle cx="33" cy="76" r="5.500" fill="${SKIN}"/><circle cx="95" cy="76" r="5.500" fill="${SKIN}"/>`,
    cut(belt, 'M39.500 73h49l.7 6H38.700z'),
    prop ?? '',
    cut(hair, 'M48 28c0-14 8-18 16-18s16 4 16 18v14H48z'),
    `<circle cx="64" cy="30" r="14" fill="${SKIN}"/>`,
    cut(beard, 'M51 32c1 16 6 24 13 24s12-8 13-24c-3 5-8 6-13 6s-10-1-13-6z'),
    '<path fill="#20160f" d="M57 28h3.500v4.500H57zM67.500 28H71v4.500h-3.500z"/>',
    beard === undefined
      ? '<path fill="none" stroke="#9a4f42" stroke-width="2" stroke-linecap="round" d="M59 38c3 2.500 7 2.500 10 0"/>'
      : '',
    hat,
  ].join('');
}

const HATS = {
  chef: '<path fill="#f7f5f0" d="M50 24V16c-8-2-8-14 4-14 4-4 16-4 20 0 12 0 12 12 4 14v8c-8 3-20 3-28 0z"/><path fill="#d8d4ca" d="M50 20c8 3 20 3 28 0v4c-8 3-20 3-28 0z"/>',
  fire: '<path fill="#c8202c" d="M48 24C48 8 56 4 64 4s16 4 16 20z"/><path fill="#a3151f" d="M40 24c14-4 34-4 48 0 4 3-2 6-8 5-10-2-22-2-32 0-6 1-12-2-8-5z"/><path fill="#f2c230" d="M59 9h10v10l-5 4-5-4z"/>',
  police:
    '<path fill="#1f3a6e" d="M42 14c4-8 12-11 22-11s18 3 22 11l-6 8H48z"/><path fill="#14274c" d="M47 21c10-4 24-4 34 0l2 5c-12-4-26-4-38 0z"/><path fill="#f2c230" d="M64 7l2 4 4 .5-3 3 .7 4-3.700-2-3.700 2 .7-4-3-3 4-.5z"/>',
  straw:
    '<path fill="#d9b04a" d="M32 22c12 5 52 5 64 0 3 7-12 10-32 10s-35-3-32-10z"/><path fill="#e8c468" d="M48 23c0-14 6-20 16-20s16 6 16 20c-8 3-24 3-32 0z"/><path fill="#b5432f" d="M48 19c8 3 24 3 32 0v4c-8 3-24 3-32 0z"/>',
  wizard:
    '<path fill="#4a3f9a" d="M46 24 68-2l14 26c-10 3-26 3-36 0z"/><path fill="#3a3180" d="M34 24c16-4 44-4 60 0-4 6-14 7-30 7s-26-1-30-7z"/><path fill="#f2c230" d="M62 10l1.500 3 3.500.5-2.500 2.400.6 3.400-3.100-1.600-3.100 1.600.6-3.400-2.500-2.400 3.500-.5z"/>',
  crown:
    '<path fill="#f2bd2f" d="M46 24V4l9 9 9-12 9 12 9-9v20c-10 4-26 4-36 0z"/><path fill="#d9322f" d="M61 15h6v6h-6z"/><path fill="#2f6fd0" d="M50 16h4v5h-4zM74 16h4v5h-4z"/>',
  tiara:
    '<path fill="#f2c94a" d="M49 22c2-8 4-10 7-4 2-8 6-12 8-12s6 4 8 12c3-6 5-4 7 4-8-4-22-4-30 0z"/><circle cx="64" cy="12" r="2.500" fill="#e0487a"/>',
  hard: '<path fill="#f2c21d" d="M47 24C47 9 55 4 64 4s17 5 17 20z"/><path fill="#d9a312" d="M61 3h6v18h-6zM42 22h44v5H42z"/>',
  nurse:
    '<path fill="#f7f7f5" d="M48 20c8-8 24-8 32 0l-3-12H51z"/><path fill="#d9322f" d="M62 9h4v3h3v4h-3v3h-4v-3h-3v-4h3z"/>',
  top: '<path fill="#22222a" d="M50 22V0h28v22z"/><path fill="#8f1f2a" d="M50 15h28v5H50z"/><path fill="#1a1a20" d="M40 20h48v5H40z"/>',
  santa:
    '<path fill="#d0202c" d="M48 22c2-18 22-24 36-12l8 12-6 4c-2-4-4-6-6-6z"/><circle cx="89" cy="26" r="5" fill="#f7f5f0"/><path fill="#f7f5f0" d="M46 18c10-5 26-5 36 0v7c-10-5-26-5-36 0z"/>',
  cap: '<path fill="#2f5f9a" d="M49 22c0-12 6-16 15-16s15 4 15 16z"/><path fill="#234a7a" d="M46 21c12-4 30-4 42 2l-2 4c-12-4-26-5-40-2z"/>',
  graduate:
    '<path fill="#22222a" d="M64 4 94 14 64 24 34 14z"/><path fill="#1a1a20" d="M50 18v6c8 4 20 4 28 0v-6l-14 5z"/><path stroke="#f2c230" stroke-width="2" fill="none" d="M64 14 88 18v12"/>',
  ninja:
    '<path fill="#22242c" d="M48 26C48 10 56 6 64 6s16 4 16 20zM50 33h28c0 8-6 13-14 13s-14-5-14-13z"/><path fill="#d0202c" d="M48 22h32v4H48zM80 22l12-4-2 6 4 4z"/>',
  beret:
    '<path fill="#22222a" d="M44 18c6-12 30-14 40-2 2 6-8 8-20 7s-20 1-20-5z"/><path fill="#22222a" d="M62 3h4v6h-4z"/>',
  guard:
    '<path fill="#22222a" d="M49 26V10c0-12 30-12 30 0v16c-8 3-22 3-30 0z"/><path fill="#d9ab3a" d="M49 24c8 3 22 3 30 0v3c-8 3-22 3-30 0z"/>',
  veil: '<path fill="#f4f2ee" opacity=".85" d="M46 22c2-12 10-16 18-16s16 4 18 16l10 52-12-4-4-38c-8-8-16-8-24 0l-4 38-12 4z"/><path fill="#f7b8c8" d="M50 16h5v5h-5zM58 11h5v5h-5zM66 11h5v5h-5zM74 16h5v5h-5z"/>',
  pilot:
    '<path fill="#22324f" d="M43 14c4-8 12-10 21-10s17 2 21 10l-5 8H48z"/><path fill="#14203a" d="M47 21c10-4 24-4 34 0l1 5c-12-4-24-4-36 0z"/><path fill="#f2c230" d="M55 13h18v3H55z"/>',
  jester:
    '<path fill="#d0202c" d="M50 24C46 8 38 6 30 14c4 0 8 6 10 14z"/><path fill="#2f8f4a" d="M78 24c4-16 12-18 20-10-4 0-8 6-10 14z"/><path fill="#f2c230" d="M48 24C50 2 78 2 80 24z"/><circle cx="30" cy="15" r="4" fill="#f2c230"/><circle cx="98" cy="15" r="4" fill="#f2c230"/><circle cx="64" cy="34" r="4.500" fill="#e0352f"/>',
  chemist:
    '<path fill="#8fd3ea" opacity=".8" d="M53 25h9v9h-9zM66 25h9v9h-9z"/><path stroke="#3a3d44" stroke-width="1.500" fill="none" d="M53 25h9v9h-9zM66 25h9v9h-9zM62 28h4"/><path fill="#8a5a30" d="M49 26C46 8 56 6 64 8c10-4 20 4 15 18-4-8-8-10-15-9-6-1-11 1-15 9z"/>',
  viking:
    '<path fill="#8f98a3" d="M48 24C48 9 55 5 64 5s16 4 16 19z"/><path fill="#c9a24a" d="M46 21h36v5H46z"/><path fill="#f2ead8" d="M48 20C38 20 34 10 38 2c2 8 6 10 11 10zM80 20c10 0 14-10 10-18-2 8-6 10-11 10z"/>',
} satisfies Record<string, string>;

const PROPS = {
  ladle: '<path fill="#8a8f98" d="M95 40h4v38h-4z"/><circle cx="97" cy="38" r="7" fill="#aab2bc"/>',
  axe: '<path fill="#7a5230" d="M94 36h4v54h-4z"/><path fill="#aab2bc" d="M98 36h4c6 0 10 4 12 10-4 6-8 8-16 8z"/>',
  fork: '<path fill="#8a5f36" d="M94 40h4v82h-4z"/><path fill="none" stroke="#6a7480" stroke-width="3.500" d="M87 20v16c0 6 18 6 18 0V20M96 18v26"/>',
  staff:
    '<path fill="#7a5230" d="M94 26h5v96h-5z"/><circle cx="96.500" cy="22" r="8" fill="#6fd3f2"/><circle cx="94" cy="19" r="3" fill="#d6f6ff"/>',
  sceptre: '<path fill="#d9ab3a" d="M94 44h4v40h-4z"/><circle cx="96" cy="40" r="6" fill="#d0202c"/>',
  wrench:
    '<path fill="#8f98a3" d="M94 46h5v34h-5z"/><path fill="#8f98a3" d="M88 40c0-6 3-9 6-10v9h5v-9c3 1 6 4 6 10s-4 8-8.500 8-8.500-2-8.500-8z"/>',
  brush:
    '<path fill="#8a5f36" d="M94 48h3.500v32H94z"/><path fill="#2f6fd0" d="M92 38c2-6 5-8 4-12 6 4 6 12 3 18h-6z"/><path fill="#c99a5a" d="M22 74c0-8 8-12 16-10 8 3 8 14 0 18-8 3-16 0-16-8z"/><circle cx="28" cy="71" r="2.500" fill="#d0202c"/><circle cx="35" cy="69" r="2.500" fill="#2f8f4a"/><circle cx="38" cy="76" r="2.500" fill="#2f6fd0"/>',
  book: '<path fill="#8f1f2a" d="M86 68h20v24H86z"/><path fill="#f2ead8" d="M88 70h16v20H88z"/>',
  stethoscope:
    '<path fill="none" stroke="#3a3d44" stroke-width="2.500" d="M54 44c0 14 6 20 10 20s10-6 10-20M64 64v8"/><circle cx="64" cy="75" r="4" fill="#aab2bc"/>',
  sack: '<path fill="#8a5f36" d="M92 60c10-6 26 0 28 22 2 14-6 22-18 22s-18-8-18-20z"/>',
  microphone: '<path fill="#3a3d44" d="M92 56h5v24h-5z"/><circle cx="94.500" cy="52" r="7" fill="#8f98a3"/>',
  flask:
    '<path fill="#d6eef5" d="M92 50h7v12l8 18c1 4-2 6-5 6H89c-3 0-6-2-5-6l8-18z"/><path fill="#5fc26a" d="M88 74h15l3 7c1 3-1 4-4 4H89c-3 0-5-1-4-4z"/>',
  sword: '<path fill="#d5dae0" d="M94 14l3-6 3 6v56h-6z"/><path fill="#c9a24a" d="M86 68h22v4H86z"/>',
  case: '<path fill="#6a4022" d="M84 84h26v20H84z"/><path fill="none" stroke="#6a4022" stroke-width="3" d="M92 84v-5h10v5"/>',
  bouquet:
    '<path fill="#2f8f4a" d="M60 74h8l-2 16h-4z"/><circle cx="58" cy="70" r="6" fill="#e0487a"/><circle cx="70" cy="70" r="6" fill="#f2a0b8"/><circle cx="64" cy="64" r="6" fill="#f7f5f0"/>',
  glass:
    '<path fill="none" stroke="#3a3d44" stroke-width="4" d="M96 64l8 14"/><circle cx="92" cy="56" r="10" fill="#bfe3ef" stroke="#3a3d44" stroke-width="3"/>',
  hammer: '<path fill="#8a5f36" d="M94 44h4.500v40H94z"/><path fill="#5a5e66" d="M84 36h24v12H84z"/>',
  cape: '<path fill="#8f1f2a" d="M40 40h48l18 78c-26-6-58-6-84 0z"/>',
} satisfies Record<string, string>;

const CAPE = PROPS.cape;

const DRESSES: Record<string, Dress> = {
  cook: { coat: '#f4f2ee', trousers: '#3a3d44', shoes: '#22222a', apron: '#e4e0d6', hat: HATS.chef, prop: PROPS.ladle },
  firefighter: {
    coat: '#c8372c',
    trousers: '#3a3d44',
    shoes: '#22222a',
    belt: '#f2c230',
    hat: HATS.fire,
    prop: PROPS.axe,
  },
  'police-officer': { coat: '#2f5f9a', trousers: '#1f3a6e', shoes: '#22222a', belt: '#22222a', hat: HATS.police },
  farmer: {
    coat: '#c8452f',
    trousers: '#35558c',
    shoes: '#6a4022',
    apron: '#35558c',
    hat: HATS.straw,
    prop: PROPS.fork,
  },
  mage: {
    coat: '#4a3f9a',
    length: 'gown',
    trousers: '',
    shoes: '',
    belt: '#c9a24a',
    beard: '#e8e6e0',
    hat: HATS.wizard,
    prop: PROPS.staff,
  },
  'person-with-crown': {
    coat: '#8f1f2a',
    length: 'gown',
    trousers: '',
    shoes: '',
    belt: '#f2bd2f',
    beard: '#7a4a2b',
    hat: HATS.crown,
    prop: PROPS.sceptre,
    back: CAPE,
  },
  princess: {
    coat: '#d96aa0',
    length: 'gown',
    trousers: '',
    shoes: '',
    belt: '#f2c94a',
    hair: '#7a4a20',
    hat: HATS.tiara,
  },
  prince: {
    coat: '#2f5f9a',
    trousers: '#e8e2d0',
    shoes: '#4a2c18',
    belt: '#f2c94a',
    hat: HATS.crown,
    back: CAPE.replace('#8f1f2a', '#1f3a6e'),
  },
  'construction-worker': {
    coat: '#f2801d',
    trousers: '#35558c',
    shoes: '#6a4022',
    belt: '#f2e21d',
    hat: HATS.hard,
    prop: PROPS.hammer,
  },
  'health-worker': {
    coat: '#f4f7f7',
    trousers: '#5fa8b8',
    shoes: '#e8e6e0',
    hair: '#5a3820',
    hat: HATS.nurse,
    prop: PROPS.stethoscope,
  },
  mechanic: {
    coat: '#35558c',
    trousers: '#35558c',
    shoes: '#22222a',
    belt: '#22222a',
    hat: HATS.cap,
    prop: PROPS.wrench,
  },
  'factory-worker': {
    coat: '#5a5e66',
    trousers: '#3a3d44',
    shoes: '#22222a',
    apron: '#6a4022',
    hat: HATS.hard,
    prop: PROPS.hammer,
  },
  scientist: { coat: '#f4f7f7', trousers: '#3a3d44', shoes: '#22222a', hat: HATS.chemist, prop: PROPS.flask },
  artist: {
    coat: '#5fa8d0',
    trousers: '#3a3d44',
    shoes: '#4a2c18',
    apron: '#e8e2d0',
    hat: HATS.beret,
    prop: PROPS.brush,
  },
  teacher: { coat: '#2f8f6a', trousers: '#5a4a3a', shoes: '#4a2c18', hair: '#5a3820', hat: '', prop: PROPS.book },
  student: { coat: '#22222a', length: 'gown', trousers: '', shoes: '', hat: HATS.graduate, prop: PROPS.book },
  judge: { coat: '#22222a', length: 'gown', trousers: '', shoes: '', hair: '#d8d4ca', hat: '', prop: PROPS.hammer },
  pilot: { coat: '#22324f', trousers: '#22324f', shoes: '#14141a', belt: '#14141a', hat: HATS.pilot, prop: PROPS.case },
  detective: {
    coat: '#b08a5a',
    trousers: '#5a4a3a',
    shoes: '#4a2c18',
    belt: '#7a5a34',
    hat: HATS.top.replaceAll('#22222a', '#6a4a2c').replaceAll('#1a1a20', '#5a3e24'),
    prop: PROPS.glass,
  },
  guard: { coat: '#c8202c', trousers: '#22222a', shoes: '#14141a', belt: '#f4f2ee', hat: HATS.guard },
  ninja: {
    coat: '#22242c',
    trousers: '#22242c',
    shoes: '#14141a',
    belt: '#d0202c',
    hat: HATS.ninja,
    prop: PROPS.sword,
  },
  singer: { coat: '#b0309a', trousers: '#22222a', shoes: '#d9ab3a', hair: '#d9a53f', hat: '', prop: PROPS.microphone },
  'santa-claus': {
    coat: '#d0202c',
    trousers: '#d0202c',
    shoes: '#22222a',
    belt: '#22222a',
    beard: '#f7f5f0',
    hat: HATS.santa,
    prop: PROPS.sack,
  },
  vampire: {
    coat: '#22222a',
    trousers: '#22222a',
    shoes: '#14141a',
    belt: '#8f1f2a',
    hair: '#14141a',
    hat: '<path fill="#f7f5f0" d="M60 39h3l-1.500 5zM65 39h3l-1.500 5z"/>',
    back: CAPE,
  },
  elf: {
    coat: '#2f8f4a',
    trousers: '#6a4022',
    shoes: '#8f5a2a',
    belt: '#6a4022',
    hair: '#d9b04a',
    hat: '<path fill="#e3ac82" d="M50 28l-10-6 8 14zM78 28l10-6-8 14z"/><path fill="#2f8f4a" d="M48 22C52 6 70 2 88 8c-8 2-8 8-8 14z"/>',
  },
  'person-with-veil': {
    coat: '#f7f5f2',
    length: 'gown',
    trousers: '',
    shoes: '',
    hair: '#6a4022',
    hat: HATS.veil,
    prop: PROPS.bouquet,
  },
  'man-in-tuxedo': {
    coat: '#22222a',
    trousers: '#22222a',
    shoes: '#14141a',
    apron: '#f4f2ee',
    hat: '<path fill="#5a3820" d="M49 26c-2-16 8-19 15-19s17 3 15 19c-4-8-8-9-15-9s-11 1-15 9z"/><path fill="#d0202c" d="M57 44l7 3 7-3v8l-7-3-7 3z"/>',
  },
  'office-worker': {
    coat: '#3a4a66',
    trousers: '#3a4a66',
    shoes: '#22222a',
    hat: '<path fill="#5a3820" d="M49 26c-2-16 8-19 15-19s17 3 15 19c-4-8-8-9-15-9s-11 1-15 9z"/><path fill="#f4f2ee" d="M58 43h12l-6 12z"/><path fill="#d0202c" d="M62 46h4l2 18-4 5-4-5z"/>',
    prop: PROPS.case,
  },
  'clown-face': { coat: '#f2c230', trousers: '#2f8fd0', shoes: '#d0202c', belt: '#d0202c', hat: HATS.jester },
  'old-woman': {
    coat: '#8a6aa8',
    length: 'gown',
    trousers: '',
    shoes: '',
    apron: '#e8e2d0',
    hat: '<path fill="#d8d4ca" d="M48 30C46 12 56 6 64 6s18 6 16 24c-4-10-8-12-16-12s-12 2-16 12z"/><circle cx="64" cy="5" r="7" fill="#d8d4ca"/>',
  },
  'old-man': {
    coat: '#7a8a5a',
    trousers: '#5a4a3a',
    shoes: '#4a2c18',
    beard: '#e8e6e0',
    hat: '<path fill="#8a7a5a" d="M46 20c4-14 32-14 36 0 4 4-2 6-18 6s-22-2-18-6z"/>',
  },
};

/** Those that the set knows by a bust, by its name for each. */
export function wholeFigure(id: string): string | null {
  const dress = DRESSES[id] ?? DRESSES[id.replace(/^(man|woman)-/, '')];
  if (dress === undefined) return null;
  const woman = id.startsWith('woman-') ? { hair: dress.hair ?? '#5a3820' } : {};
  // A witch has no beard.
  const { beard, ...shaved } = dress;
  return figure(id.startsWith('woman-') ? { ...shaved, ...woman } : dress);
}

/** People that the set does not have at all. */
export const NEW_PEOPLE: Record<string, string> = {
  viking: figure({
    coat: '#7a5a34',
    trousers: '#5a4a3a',
    shoes: '#4a2c18',
    belt: '#c9a24a',
    beard: '#c8742a',
    hat: HATS.viking,
    prop: PROPS.axe,
  }),
  samurai: figure({
    coat: '#8f1f2a',
    length: 'gown',
    trousers: '',
    shoes: '',
    belt: '#d9ab3a',
    hat: '<path fill="#22222a" d="M46 24C46 8 54 4 64 4s18 4 18 20z"/><path fill="#d9ab3a" d="M64 8C58 4 54-2 54-6c4 6 8 8 10 8s6-2 10-8c0 4-4 10-10 14z"/><path fill="#3a3d44" d="M42 22h44l4 10-12-4H50l-12 4z"/>',
    prop: PROPS.sword,
  }),
  monk: figure({ coat: '#d98a2a', length: 'gown', trousers: '', shoes: '', belt: '#8f4a1a', hat: '' }),
};
