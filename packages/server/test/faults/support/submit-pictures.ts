/** Submits so many pictures at once, and returns their ids; a submit that is not accepted is a fault. */
import { Agent } from 'node:http';
import { exchange } from './exchange.ts';

export async function submitPictures(url: string, key: string, count: number): Promise<string[]> {
  const agent = new Agent({ keepAlive: true });
  try {
    const sends = Array.from({ length: count }, async (_, index) => {
      const body = { prompt: `a small red kite, number ${index}` };
      const sent = await exchange(agent, { method: 'POST', url: `${url}/v1/delta/generate`, key, body });
      if (sent.outcome !== 'answered' || sent.status !== 200) throw new Error(`A submit came to ${sent.outcome}.`);
      return String(sent.body['task_uuid']);
    });
    return await Promise.all(sends);
  } finally {
    agent.destroy();
  }
}
