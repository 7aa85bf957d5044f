/** A vendor's file server on loopback that can misbehave: each path answers in its own way, and counts how often. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (response: ServerResponse, times: number) => void;

export interface VendorFiles {
  url(path: string): string;
  serve(path: string, answer: Answer): void;
  timesFetched(path: string): number;
  close(): Promise<void>;
}

export async function startVendorFiles(): Promise<VendorFiles> {
  const answers = new Map<string, Answer>();
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url!;
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end('no such file at vendor-4711');
    else answer(response, counts.get(path)!);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: (path) => `${origin}${path}`,
    serve: (path, answer) => answers.set(path, answer),
    timesFetched: (path) => counts.get(path) ?? 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const whole =
  (bytes: Buffer): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length }).end(bytes);
