/** Asks a running service by its paths, for the tools that the service and the command share. */
import { Refusal, reach } from '@afterimage/client';
import type { Ask } from '@afterimage/server/mcp/service-call';
import type { Caller } from './caller.ts';

export function callingOver({ baseUrl, apiKey }: Caller): Ask {
  return async ({ method, path, body, headers = {}, signal }) => {
    const answer = await reach(`${baseUrl}${path}`, {
      fetch,
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    }).catch((fault) => {
      if (fault instanceof Refusal) return null;
      throw fault;
    });
    if (answer === null)
      return { status: 0, json: { detail: `The service at ${baseUrl} cannot be reached` }, ignored: null };
    return { status: answer.status, json: await readJson(answer), ignored: answer.headers.get('afterimage-ignored') };
  };
}

/** A proxy before the service answers in its own way when that is down. */
async function readJson(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text();
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { detail: `${new URL(answer.url).origin} answered ${answer.status}, and not as the service does` };
  }
}
