/** What comes of asking whether something may go through, and how a reply is read, whoever gives it. */

export type Verdict =
  | { verdict: 'allowed' }
  /** `reason` is for the caller, `detail` for the operator's log. */
  | { verdict: 'refused'; reason: string; detail: string }
  /** Nobody could be asked: nothing goes through, and it is asked again. */
  | { verdict: 'unasked'; why: string };

export const allowed: Verdict = { verdict: 'allowed' };

const toldCharactersMax = 300;
/** What is longer is none. */
export const replyCharactersMax = 65_536;

/** `{"allow": true|false, "reason"}`; whatever else it is, it is no permission. */
export function readVerdict(text: string, who: string): Verdict {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    return { verdict: 'unasked', why: `${who} did not answer with JSON.` };
  }
  const { allow, reason } = (reply ?? {}) as { allow?: unknown; reason?: unknown };
  if (allow === true) return allowed;
  if (allow !== false) return { verdict: 'unasked', why: `${who} answered without "allow": true or false.` };
  const said = typeof reason === 'string' ? reason.replaceAll(/[\p{C}\s]+/gu, ' ').trim() : '';
  const told = [...said].slice(0, toldCharactersMax).join('');
  return { verdict: 'refused', reason: told || 'The content was refused.', detail: `${who}: ${told || 'no reason'}` };
}
