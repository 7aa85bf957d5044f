/** Takes out of a finished log line what must never be written: keys, cookies, media, signed links, passwords. */

/** One pass over the line, one alternative a secret; each keeps as much as tells what was there. */
const secrets = new RegExp(
  [
    // A header or field whose value is a secret whatever it looks like.
    '(?<field>"(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|password|secret|token)":)' +
      '(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])',
    '(?<scheme>\\b(?:bearer|basic) )[^\\s"\\\\]+',
    '(?<prefix>\\b(?:ai_live_|ai_test_|ai_engine_|whsec_))[\\w+/=-]+',
    '(?<data>;base64,)[\\w+/=-]*',
    // The user and password of an address.
    '(?<address>:\\/\\/)[^\\s/"@\\\\]+@',
    // Queries carry signatures, the fragment of a sign-in link its token.
    '(?<path>\\/[\\w.~%-]*[?#])[^\\s"\\\\]+',
    // Base64 without its data URI: nothing that is meant to be read is this long without a space.
    '[A-Za-z0-9+/]{128,}={0,2}',
  ].join('|'),
  'gi',
);

/**
 * Nearly every line is clean, and the pattern above takes many times as long as this one to say so. What this cannot
 * see, long base64, is only looked for in lines that have room for it.
 */
const suspicious = /[?#@;]|_live_|_test_|_engine_|whsec_|earer |asic |ookie|uthorization|api-key|assword|ecret|oken/;
const plainLineCharacters = 768;

export function hideSecrets(line: string): string {
  if (line.length < plainLineCharacters && !suspicious.test(line)) return line;
  return line.replace(secrets, (found, ...groups) => {
    const kept = groups.slice(0, -3).find((group) => group !== undefined);
    if (kept === undefined) return `[${found.length} characters]`;
    if (kept.endsWith(':')) return `${kept}"[hidden]"`;
    return `${kept}[hidden]${kept === '://' ? '@' : ''}`;
  });
}
