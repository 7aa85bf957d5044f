/** The world outside the service, on loopback over real HTTPS: pictures and videos to fetch, and a receiver of webhooks. */
import type { TestContext } from 'node:test';
import sharp from 'sharp';
import { eventually } from './eventually.ts';
import { isEnd, type ReceivedEvent, type Receiver, startReceiver, trustedAuthority } from './receiver.ts';

export interface Outside {
  /** The address of a file put here, or of one that is not there. */
  link(path: string): string;
  put(path: string, bytes: Buffer): string;
  /** Where webhooks go. */
  hook: string;
  receiver: Receiver;
  /** What its family tells of the generation's end, once it has arrived. */
  eventAbout(id: string): Promise<{ payload: Record<string, unknown>; event: ReceivedEvent }>;
  /** Every time that it has arrived so far. */
  eventsAbout(id: string): ReceivedEvent[];
}

const certificate = trustedAuthority().issue(['127.0.0.1']);

export async function openOutside(t: TestContext): Promise<Outside> {
  const files = new Map<string, Buffer>();
  const events: ReceivedEvent[] = [];
  const receiver = await startReceiver(
    t,
    (response, event, request) => {
      if (request.method === 'POST') {
        events.push(event);
        response.writeHead(200).end();
        return;
      }
      const file = files.get(request.url ?? '');
      response.writeHead(file === undefined ? 404 : 200).end(file);
    },
    { certificate },
  );
  const link = (path: string) => `https://127.0.0.1:${receiver.port}${path}`;
  const eventsAbout = (id: string) => events.filter((event) => event.body.includes(id) && isEnd(event));
  return {
    link,
    hook: link('/hook'),
    receiver,
    eventsAbout,
    put(path, bytes) {
      files.set(path, bytes);
      return link(path);
    },
    async eventAbout(id) {
      const event = await eventually(async () => eventsAbout(id)[0]);
      return { payload: JSON.parse(event.body) as Record<string, unknown>, event };
    },
  };
}

/** A picture of one colour. */
export function picture(size: { width: number; height: number }, format: 'jpeg' | 'png' | 'webp' = 'png') {
  return sharp({ create: { ...size, channels: 3, background: '#c04020' } })
    .toFormat(format)
    .toBuffer();
}

export function dataUri(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}
