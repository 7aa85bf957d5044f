/** Has generations made for the pictures: some finished, one that failed, one under way, and webhooks of all kinds. */
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';

const pictures = [
  'a lighthouse on a rocky coast at sunset',
  'a hot air balloon over a valley in the morning',
  'a castle in the mountains, oil painting',
  'the northern lights over a frozen lake',
  'a windmill and tulips in spring',
  'a red car on a desert road',
  'an owl in a forest at night',
  'a sailboat on the ocean at dawn',
];
const clip = 'a red fox runs through fresh snow at dawn';
const hooked = [
  'a penguin on the ice',
  'a corgi surfing',
  'a birthday cake with candles [[fail API_ERROR]]',
  'two moons',
];

export async function fillAccount(
  { request }: BrowserContext,
  { origin, hook }: { origin: string; hook: string },
): Promise<{ video: string }> {
  const headers = { origin };
  async function submit(mode: 'live' | 'sandbox', family: string, data: object): Promise<string> {
    const answer = await request.post(`/api/generate/${family}?mode=${mode}`, { headers, data });
    if (!answer.ok()) throw new Error(`${family} was answered ${answer.status()}: ${await answer.text()}`);
    const { generation_id, task_uuid } = (await answer.json()) as Record<string, string>;
    return (generation_id ?? task_uuid)!;
  }
  const video = await submit('live', 'alpha', { prompt: clip, model: 'alpha_3', duration: 3 });
  for (const prompt of pictures) await submit('live', 'delta', { prompt, aspect_ratio: '4:3' });
  for (const prompt of hooked) await submit('sandbox', 'delta', { prompt, callback_url: hook });
  for (const mode of ['live', 'sandbox']) while (await isUnfinished(mode)) await pause(500);
  return { video };

  async function isUnfinished(mode: string): Promise<boolean> {
    const answer = await request.get(`/api/generations?mode=${mode}`);
    const { items } = (await answer.json()) as { items: { finished_at: string | null }[] };
    return items.some(({ finished_at }) => finished_at === null);
  }
}
