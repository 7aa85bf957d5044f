/** `--preview`: which terminals draw pictures, and what each is sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { pictureFormOf } from '../../server/src/config/terminal-pictures.ts';
import { terminalPicture } from '../src/generate/terminal-picture.ts';

test('a terminal is known by its variables, and one inside another draws nothing', () => {
  for (const [env, form] of [
    [{ TERM_PROGRAM: 'iTerm.app', TERM: 'xterm-256color' }, 'iterm'],
    [{ LC_TERMINAL: 'iTerm2', TERM: 'xterm-256color' }, 'iterm'],
    [{ TERM_PROGRAM: 'WezTerm' }, 'iterm'],
    [{ TERM: 'xterm-kitty', KITTY_WINDOW_ID: '1' }, 'kitty'],
    [{ TERM: 'xterm-ghostty' }, 'kitty'],
    [{ TERM: 'foot' }, 'sixel'],
    [{ TERM: 'xterm-256color', WT_SESSION: 'x' }, 'sixel'],
    [{ TERM: 'xterm-kitty', TMUX: '/tmp/tmux' }, null],
    [{ TERM: 'xterm-256color' }, null],
    [{}, null],
  ] as const) {
    assert.equal(pictureFormOf(env), form, JSON.stringify(env));
  }
});

/** Red on the left, blue on the right, in a format that no terminal knows. */
const halves = async (width: number, height: number) => {
  const blue = { create: { width: width / 2, height, channels: 3, background: '#0000ff' } } as const;
  const red = sharp({ create: { width, height, channels: 3, background: '#ff0000' } });
  return red
    .composite([{ input: blue, left: width / 2, top: 0 }])
    .webp({ lossless: true })
    .toBuffer();
};

test('iTerm2 is sent a PNG at once, kitty the same in pieces', async () => {
  const bytes = await halves(64, 32);
  const [, iterm = ''] =
    /^\x1b\]1337;File=inline=1;[^:]+:([^\x07]+)\x07\n$/.exec(await terminalPicture(bytes, 'iterm')) ?? [];
  assert.equal((await sharp(Buffer.from(iterm, 'base64')).metadata()).format, 'png');
  const noise = await sharp({
    create: {
      width: 64,
      height: 64,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const pieces = [...(await terminalPicture(noise, 'kitty')).matchAll(/\x1b_G([^;]+);([^\x1b]+)\x1b\\/g)];
  assert.ok(pieces.length > 1);
  assert.match(pieces[0]![1]!, /^a=T,f=100,r=\d+,m=1$/);
  assert.deepEqual(new Set(pieces.slice(1, -1).map(([, how]) => how)), new Set(pieces.length > 2 ? ['m=1'] : []));
  assert.equal(pieces.at(-1)![1], 'm=0');
  const { width, format } = await sharp(Buffer.from(pieces.map(([, , part]) => part).join(''), 'base64')).metadata();
  assert.deepEqual([width, format], [64, 'png']);
});

test('as sixels every pixel has its colour', async () => {
  const text = await terminalPicture(await halves(20, 8), 'sixel');
  const [, size, rest = ''] = /^\x1bPq"1;1;(\d+;\d+)(.*)\x1b\\\n$/s.exec(text) ?? [];
  assert.equal(size, '20;8');
  const colours = new Map([...rest.matchAll(/#(\d+);2;(\d+;\d+;\d+)/g)].map(([, name, levels]) => [name!, levels!]));
  const drawn = rest.slice(rest.lastIndexOf(';2;')).replace(/^;2;[\d;]+/, '');
  const pixels = new Map<string, string>();
  for (const [row, band] of drawn.split('-').entries()) {
    for (const line of band.split('$')) {
      const [, colour = '', runs = ''] = /^#(\d+)(.*)$/s.exec(line) ?? [];
      const columns = runs.replace(/!(\d+)(.)/g, (_, count: string, one: string) => one.repeat(Number(count)));
      for (const [x, one] of [...columns].entries()) {
        for (let bit = 0; bit < 6; bit += 1) {
          if (((one.charCodeAt(0) - 63) >> bit) & 1) pixels.set(`${x},${row * 6 + bit}`, colours.get(colour)!);
        }
      }
    }
  }
  assert.equal(pixels.size, 20 * 8);
  assert.deepEqual(
    [pixels.get('0,0'), pixels.get('9,7'), pixels.get('10,0'), pixels.get('19,7')],
    ['100;0;0', '100;0;0', '0;0;100', '0;0;100'],
  );
});
