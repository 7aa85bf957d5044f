/** Contact sheets of the prompts of a file, twenty on each, large enough to be looked at. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawMoments, requestFor } from './drawn.ts';
import { type Tile, writeSheet } from './sheet.ts';

const ON_A_SHEET = 20;

/** Each line is a prompt, or a prompt, a bar and what a person should name; a language may stand before both. */
export async function promptsOf(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).trim().split(/\s*\n\s*/);
  return lines.map((line) => line.split(' | ')).map((parts) => parts.at(-2) ?? parts[0]!);
}

/** `blind` leaves the words away, so that whoever looks has the picture alone. */
export async function drawPromptFile(file: string, to: string, captions: 'shown' | 'blind'): Promise<string[]> {
  const prompts = await promptsOf(file);
  const sheets: string[] = [];
  for (let from = 0; from < prompts.length; from += ON_A_SHEET) {
    const tiles: Tile[] = [];
    for (const [index, prompt] of prompts.slice(from, from + ON_A_SHEET).entries()) {
      const frames = await drawMoments(requestFor({ task: 't2i', prompt }), [0.4]);
      const number = String(from + index + 1).padStart(3, '0');
      tiles.push({ frames, caption: captions === 'blind' ? number : `${number} ${prompt}` });
    }
    const sheet = join(to, `sheet-${String(sheets.length + 1).padStart(2, '0')}.jpg`);
    await writeSheet(sheet, tiles, { columns: 4, pictureWidth: 400, quality: 82 });
    sheets.push(sheet);
  }
  return sheets;
}
