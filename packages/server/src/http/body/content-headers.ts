/** Which Content-Type and Content-Encoding a body may come with: JSON in UTF-8, not compressed. */

const json = /^\s*application\/json\s*(?:;|$)/i;
/** Other parameters say nothing about JSON and are passed over, as RFC 8259 has it. */
const otherCharset = /;\s*charset\s*=\s*(?!(?:utf-?8|"utf-?8")\s*(?:;|$))/i;

export function readContentType(header: string | undefined): 'json' | 'unsupported' {
  if (header === 'application/json') return 'json';
  return header !== undefined && json.test(header) && !otherCharset.test(header) ? 'json' : 'unsupported';
}

/** Compressed bodies are refused: a few kilobytes can unpack to gigabytes, and media do not get smaller. */
export function readContentEncoding(header: string | undefined): 'identity' | 'unsupported' {
  return header === undefined || /^\s*(?:identity)?\s*$/i.test(header) ? 'identity' : 'unsupported';
}
