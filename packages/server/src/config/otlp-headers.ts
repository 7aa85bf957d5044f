/** The headers that a collector asks for, as OpenTelemetry writes them: `name=value,name=value`, percent-encoded. */

const nameForm = /^[!#$%&'*+.^_`|~\w-]+$/;
/** What a header may hold: Node refuses to send anything else. */
const valueForm = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Undefined for what is no such list. */
export function readOtlpHeaders(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const pair of text.split(',').filter((written) => written.trim() !== '')) {
    const [name = '', ...rest] = pair.split('=');
    const value = decoded(rest.join('=').trim());
    if (rest.length === 0 || !nameForm.test(name.trim()) || value === undefined || !valueForm.test(value))
      return undefined;
    headers[name.trim()] = value;
  }
  return headers;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
