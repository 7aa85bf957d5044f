/** What people wear on their heads and hold in their hands, on the field of a figure. */
import type { Dress } from './figure.ts';

export const HATS = {
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
  cloche: '<path fill="#3a2a22" d="M48 30C46 10 56 6 64 6s18 4 16 24c-4-10-8-12-16-12s-12 2-16 12z"/>',
  bun: '<circle cx="64" cy="5" r="7" fill="#6a3a1e"/><path fill="#6a3a1e" d="M48 30C46 10 56 6 64 6s18 4 16 24c-4-10-8-12-16-12s-12 2-16 12z"/>',
  net: '<path fill="#f2ead0" d="M30 22c12 5 56 5 68 0 3 7-14 10-34 10s-37-3-34-10z"/><path fill="#e0d4b0" d="M48 23c0-14 6-18 16-18s16 4 16 18z"/><path fill="#6a6a60" opacity=".35" d="M40 28h48l4 30H36z"/>',
  lamp: '<path fill="#d98a1d" d="M47 24C47 9 55 4 64 4s17 5 17 20z"/><path fill="#b06c12" d="M42 22h44v5H42z"/><circle cx="64" cy="14" r="6" fill="#fff3b0"/>',
  camouflage:
    '<path fill="#5a6a3a" d="M46 26C46 8 54 4 64 4s18 4 18 22z"/><path fill="#3f4c28" d="M50 12l8-4 4 6-8 4zM68 10l8 4-4 6-8-2z"/><path fill="#4a5830" d="M42 24h44v5H42z"/>',
  wild: '<path fill="#3a2412" d="M44 36C38 10 50 2 64 2s26 8 20 34l-6-12-8 4-6-6-6 6-8-4z"/>',
  legion:
    '<path fill="#c8202c" d="M60-4h8c14 4 20 14 20 26H76C76 12 72 6 64 6s-12 6-12 16H40C40 10 46 0 60-4z"/><path fill="#c9a24a" d="M47 26C47 12 54 8 64 8s17 4 17 18l-4 16-5-2V26H56v14l-5 2z"/>',
  visor:
    '<path fill="#f7f7f5" d="M48 22c4-3 28-3 32 0l2 5c-12-4-24-4-36 0z"/><path fill="#6a3a1e" d="M50 20c2-12 26-12 28 0-8-3-20-3-28 0z"/>',
  wimple:
    '<path fill="#22222a" d="M42 62C40 20 50 4 64 4s24 16 22 58l-8-6V30c0-10-6-14-14-14s-14 4-14 14v26z"/><path fill="#f7f5f0" d="M50 26c2-10 8-13 14-13s12 3 14 13c-8-4-20-4-28 0zM50 42c8 6 20 6 28 0v8c-8 6-20 6-28 0z"/>',
  pharaoh:
    '<path fill="#e0b040" d="M44 58C40 20 50 4 64 4s24 16 20 54l-8-4V28H52v26z"/><path fill="#2f5fa8" d="M46 22h36v4H46zM44 36h8v4h-8zM76 36h8v4h-8zM43 48h9v4h-9zM76 48h9v4h-9z"/><circle cx="64" cy="9" r="4" fill="#c8372c"/>',
  feather:
    '<path fill="#2f7f3a" d="M44 22c6-12 30-16 44-4-6 8-26 10-44 4z"/><path fill="#c8372c" d="M76 14C82 2 92-2 100 0c-4 8-12 14-20 16z"/>',
  goggles:
    '<path fill="#22242a" d="M46 34C44 12 54 4 64 4s20 8 18 30z"/><path fill="#f2c21d" d="M48 22h32v14H48z"/><path fill="#9fd8ec" d="M51 25h26v8H51z"/>',
  batting:
    '<path fill="#1f3a6e" d="M47 26C47 10 55 5 64 5s17 5 17 21z"/><path fill="#14274c" d="M40 24c12-3 20-2 24 2H46z"/>',
  gridiron:
    '<path fill="#2f6fd0" d="M44 40C42 14 52 4 64 4s22 10 20 36l-8-2V26H52v12z"/><path fill="#f4f6f8" d="M62 4h4v20h-4z"/><path fill="none" stroke="#c3cad2" stroke-width="3" d="M48 38h32M52 44h24M64 36v10"/>',
  turban:
    '<path fill="#d9872a" d="M42 24c0-16 10-22 22-22s22 6 22 22c-12-8-32-8-44 0z"/><path fill="#b86c1a" d="M46 20c8-12 24-16 36-6-10-2-24 2-34 12z"/><circle cx="64" cy="14" r="3.500" fill="#d9322f"/>',
  scarf: '<path fill="#3f7fa8" d="M44 60C40 20 50 6 64 6s24 14 20 54c-6 4-34 4-40 0z"/>',
} satisfies Record<string, string>;

export const PROPS = {
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
  tray: '<path fill="#c3cad2" d="M82 66h40c3 0 3 6 0 6H82c-3 0-3-6 0-6z"/><path fill="#d6eef5" d="M88 50h9l-1 16h-7zM106 46h9l-2 20h-5z"/><path fill="#f2a43a" d="M88.500 56h8l-.6 10h-6.800z"/><path fill="#b3202f" d="M106.500 52h8l-1.500 9h-5z"/>',
  cup: '<path fill="#f7f5f0" d="M86 62h20l-2 18H88z"/><path fill="none" stroke="#f7f5f0" stroke-width="3" d="M106 66c8-2 8 10-1 10"/><path fill="#6a4022" d="M86 62h20l-.4 4H86.400z"/><path fill="none" stroke="#fff" stroke-width="2" opacity=".8" d="M92 56c-3-5 3-7 0-12M100 56c-3-5 3-7 0-12"/>',
  mail: '<path fill="#8a5f36" d="M20 72h26v26H20z"/><path fill="#6a4022" d="M20 72h26v10l-13 6-13-6z"/><path fill="none" stroke="#6a4022" stroke-width="3" d="M44 74 82 44"/><path fill="#f7f5f0" d="M86 64h24v16H86z"/><path fill="none" stroke="#8f98a3" stroke-width="2" d="M86 64l12 9 12-9"/>',
  mop: '<path fill="#8a5f36" d="M94 34h4v74h-4z"/><path fill="#e8e2d0" d="M88 104h16l6 20H82z"/><path fill="#4a90c8" d="M14 98h26l-4 26H18z"/><path fill="none" stroke="#6a7480" stroke-width="2.500" d="M14 98c2-14 24-14 26 0"/>',
  gloves:
    '<circle cx="33" cy="78" r="11" fill="#c8202c"/><circle cx="95" cy="78" r="11" fill="#c8202c"/><path fill="#f7f5f0" d="M26 66h13v5H26zM89 66h13v5H89z"/>',
  scissors:
    '<path fill="#c3cad2" d="M94 44l4 32h-4zM104 46l-8 30-3-2z"/><circle cx="92" cy="81" r="4.500" fill="none" stroke="#c8372c" stroke-width="3"/><circle cx="101" cy="81" r="4.500" fill="none" stroke="#c8372c" stroke-width="3"/>',
  buoy: '<circle cx="98" cy="88" r="17" fill="none" stroke="#f7f5f0" stroke-width="9"/><path fill="none" stroke="#d9322f" stroke-width="9" d="M98 71a17 17 0 0 1 17 17M98 105a17 17 0 0 1-17-17"/>',
  smoker:
    '<path fill="#8f98a3" d="M88 66h18v22H88zM92 54h10l4 12H88z"/><path fill="#8a5f36" d="M106 66h8v22h-8z"/><circle cx="96" cy="46" r="6" fill="#eef1f4" opacity=".7"/>',
  pick: '<path fill="#8a5f36" d="M94 34h4.500v56H94z"/><path fill="none" stroke="#6a727c" stroke-width="6" stroke-linecap="round" d="M78 46c6-14 30-16 38-2"/>',
  rifle: '<path fill="#3a3d44" d="M86 26h4v60h-4z"/><path fill="#6a4a2a" d="M84 62h8l4 34h-12z"/>',
  club: '<path fill="#8a5f36" d="M92 84c-2-22-6-40-2-54 6-8 18-6 18 4 0 14-8 30-10 50z"/>',
  trident:
    '<path fill="#8a5f36" d="M94 44h4v80h-4z"/><path fill="none" stroke="#c9a24a" stroke-width="4" d="M86 20v16c0 8 20 8 20 0V20M96 14v34"/>',
  tongs:
    '<path fill="#8a5f36" d="M94 50h4.500v38H94z"/><path fill="#5a5e66" d="M82 40h28v13H82z"/><path fill="#f4511e" d="M14 84l26-8 2 6-26 8z"/>',
  cleaver: '<path fill="#c3cad2" d="M86 36h22v26H86z"/><path fill="#6a4022" d="M94 62h6v22h-6z"/>',
  can: '<path fill="#43aa7c" d="M86 70h24v22H86z"/><path fill="#37906a" d="M110 76l14-12 3 4-15 16z"/><path fill="none" stroke="#2f7f5a" stroke-width="3" d="M90 70c0-12 16-12 16 0"/>',
  racket:
    '<ellipse cx="100" cy="46" rx="13" ry="18" fill="#f7f5e8" opacity=".7"/><ellipse cx="100" cy="46" rx="13" ry="18" fill="none" stroke="#c8372c" stroke-width="3"/><path stroke="#8f98a3" d="M94 32v28M100 29v34M106 32v28M88 40h24M88 48h24M90 56h20"/><path fill="#3a2a20" d="M96 63h5l-2 20h-5z"/><circle cx="26" cy="54" r="7" fill="#d8e83a"/>',
  bat: '<path fill="#c99a5a" d="M94 82 100 24c2-8 12-8 12 0L99 82z"/>',
  stick:
    '<path fill="none" stroke="#8a5f36" stroke-width="5" d="M96 50v64l22 6"/><ellipse cx="118" cy="122" rx="7" ry="3" fill="#16171b"/>',
  football:
    '<ellipse cx="98" cy="74" rx="15" ry="10" fill="#8a4a26" transform="rotate(-24 98 74)"/><path stroke="#f7f5f0" stroke-width="2" d="M91 77l14-6M94 72l3 6M99 70l3 6"/>',
  camera:
    '<path fill="#2a2c31" d="M44 58h40v26H44z"/><path fill="#3a3d44" d="M56 52h16v6H56z"/><circle cx="64" cy="71" r="10" fill="#5a5e66"/><circle cx="64" cy="71" r="6" fill="#7fb8e0"/><circle cx="33" cy="76" r="5.500" fill="#e3ac82"/>',
  rod: '<path fill="none" stroke="#8a5f36" stroke-width="3.500" d="M92 84 122 8"/><path fill="none" stroke="#dfe4ea" stroke-width="1.200" d="M122 8v84"/><path fill="#4a90c8" d="M116 92c8-4 10 4 6 10l4 6h-9c-4-4-4-12-1-16z"/>',
  bow: '<path fill="none" stroke="#6a4022" stroke-width="4" d="M92 34c26 18 26 64 0 82"/><path stroke="#efe8d8" stroke-width="1.300" d="M92 34v82"/><path stroke="#c9a24a" stroke-width="2.500" d="M74 76h46"/>',
  torch:
    '<path fill="#5f9f8a" d="M92 40h8l-2 34h-4z"/><path fill="#f2b51d" d="M96 14c10 10 10 22 0 28-10-6-10-18 0-28z"/>',
  pen: '<path fill="#f7f4ea" d="M20 60h26v34H20z"/><path stroke="#8f98a3" stroke-width="2" d="M24 68h18M24 75h18M24 82h12"/><path fill="#2f6fd0" d="M94 54h4v26h-4z"/>',
  cape: '<path fill="#8f1f2a" d="M40 40h48l18 78c-26-6-58-6-84 0z"/>',
} satisfies Record<string, string>;

export const CAPE = PROPS.cape;

/** Alone, and beside the groom. */
export const BRIDE: Dress = {
  coat: '#f7f5f2',
  length: 'gown',
  trousers: '',
  shoes: '',
  hair: '#6a4022',
  hat: HATS.veil,
  prop: PROPS.bouquet,
};
