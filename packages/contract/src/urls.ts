/** What a URL in a request must be, and the field that says where the webhook goes. */
import { accept, Field, refuse } from './fields.ts';
import { callbackUrlCharactersMax } from './limits.ts';

/** Where the webhook goes. Whether a literal address is private is the server's check: it knows what is allowed. */
export function callbackUrl(): Field<string | undefined> {
  const max = callbackUrlCharactersMax;
  return new Field<string | undefined>({
    schema: {
      type: 'string',
      format: 'uri',
      pattern: '^[hH][tT][tT][pP]([sS]://|://(localhost|127\\.|\\[::1\\]))',
      maxLength: max,
      description: 'HTTPS address that gets one POST when the generation completes or fails.',
      examples: ['https://example.com/hooks/afterimage'],
    },
    absent: { value: undefined },
    check(value, name) {
      if (typeof value !== 'string') return refuse(name, 'string_type', `${name} must be a string`);
      if (value.length > max) return refuse(name, 'url_too_long', `${name} must be at most ${max} characters`);
      const url = parseWebUrl(value);
      if (url?.protocol !== 'https:' && !isHere(url))
        return refuse(name, 'url_parsing', `${name} must be an https URL`);
      if (hasUserInfo(value)) return refuse(name, 'url_userinfo', `${name} must not carry a user name or password`);
      return accept(value);
    },
  });
}

/** Plain http to this machine, where a sandbox's webhooks may go: whether from here is the server's check, too. */
const isHere = (url: URL | null): boolean =>
  url?.protocol === 'http:' && /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);

const webUrl = /^https?:\/\/[^\s\0-\x1f\x7f/\\?#]+([/?#][^\s\0-\x1f\x7f]*)?$/i;

/**
 * An absolute http(s) URL; the URL parser alone would also take `https:/x` and drop line breaks, look for a host behind
 * more slashes, and turn a lone surrogate into U+FFFD in silence, while PostgreSQL refuses the text that is stored.
 */
export function parseWebUrl(value: string): URL | null {
  return value.isWellFormed() && webUrl.test(value) ? URL.parse(value) : null;
}

/** Looked for in the text: the URL parser forgets an empty user name, as in `https://@host/`. */
export const hasUserInfo = (url: string): boolean => /^https?:[/\\]+[^/\\?#]*@/i.test(url);
