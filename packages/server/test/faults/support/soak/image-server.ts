/** A server of images that clients name by their address: some of it is as it should be, most is not. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface ImageServer {
  urlOf(path: ImagePath): string;
  close(): void;
}

export type ImagePath = keyof typeof behaviours;

const pieces = 20;
const pieceMilliseconds = 150;

const behaviours = {
  whole: (response, picture) => void response.writeHead(200).end(picture),
  /** Slowly, but whole. */
  async trickles(response, picture) {
    response.writeHead(200, { 'content-length': picture.length });
    const bytes = Math.ceil(picture.length / pieces);
    for (let from = 0; from < picture.length; from += bytes) {
      response.write(picture.subarray(from, from + bytes));
      await pause(pieceMilliseconds);
    }
    response.end();
  },
  moved: (response) => void response.writeHead(302, { location: '/whole' }).end(),
  missing: (response) => void response.writeHead(404).end('nothing here'),
  circles: (response) => void response.writeHead(302, { location: '/circles' }).end(),
  resets(response, picture) {
    response.writeHead(200, { 'content-length': picture.length });
    response.write(picture.subarray(0, picture.length / 2), () => response.destroy());
  },
  /** Ends before the length that it gave. */
  lies(response, picture) {
    response.writeHead(200, { 'content-length': picture.length * 2 });
    response.write(picture, () => response.socket?.end());
  },
  words: (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('<html>Sign in first</html>'),
  half: (response, picture) => void response.writeHead(200).end(picture.subarray(0, picture.length / 2)),
} as const satisfies Record<string, (response: ServerResponse, picture: Buffer) => void | Promise<void>>;

export async function startImageServer(picture: Buffer): Promise<ImageServer> {
  const server = createServer((request, response) => {
    // Whoever fetches may be killed at any point of this.
    response.on('error', () => {});
    const behaviour = behaviours[(request.url ?? '').slice(1) as ImagePath] ?? behaviours.missing;
    void behaviour(response, picture);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (path) => `http://127.0.0.1:${port}/${path}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
