/** A server that answers what each test needs, one answer after the other, and a client of it that waits for no pause. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { Afterimage } from '../../src/index.ts';

export interface Scripted {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The connection breaks before an answer. */
export const cutOff = 'cut off';

export const ok = (body: unknown): Scripted => ({ status: 200, body });
export const busy = (headers: Record<string, string> = {}): Scripted => ({
  status: 503,
  body: { detail: 'busy' },
  headers,
});

type Answer = Scripted | typeof cutOff | ((response: ServerResponse) => void);

export async function serviceThat(t: TestContext, answers: Answer[]) {
  const heard: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[] = [];
  const pauses: number[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    heard.push({ method: request.method, url: request.url, headers: request.headers, body });
    const answer = answers.shift() ?? assert.fail('one request too many');
    if (answer === cutOff) return void request.socket.destroy();
    if (typeof answer === 'function') return answer(response);
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  return { heard, pauses, baseUrl, client: new Afterimage({ baseUrl, apiKey: 'secret', pause }) };
}
