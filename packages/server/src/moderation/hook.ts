/** The operator's own judge of prompts: asked over HTTP about each, and obeyed. */
import { readVerdict, replyCharactersMax, type Verdict } from './verdict.ts';

export interface Hook {
  url: string;
  /** Its bearer. */
  key: { reveal(): string } | null;
}

export interface PromptQuestion {
  prompt: string;
  family: string;
  accountId: string;
  generationId: string;
}

export type HookFetch = (url: string, options: RequestInit) => Promise<Response>;

const who = 'The hook';

export async function askHook(
  fetchFrom: HookFetch,
  { url, key }: Hook,
  { prompt, family, accountId, generationId }: PromptQuestion,
  signal: AbortSignal,
): Promise<Verdict> {
  try {
    const response = await fetchFrom(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key.reveal()}` }) },
      body: JSON.stringify({ prompt, family, account_id: accountId, generation_id: generationId }),
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { verdict: 'unasked', why: `${who} answered ${response.status}.` };
    }
    return readVerdict(await readText(response), who);
  } catch (fault) {
    signal.throwIfAborted();
    return { verdict: 'unasked', why: `${who} gave no reply: ${causeOf(fault)}` };
  }
}

/** A reply without end must not fill the memory. */
async function readText(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > replyCharactersMax) throw new Error('it goes on and on.');
  }
  return text + decoder.decode();
}

/** `fetch failed` says nothing; its cause does. */
function causeOf(fault: unknown): string {
  const { cause, message } = fault as Error;
  return cause instanceof Error ? cause.message : message;
}
