/** How a receiver makes sure that a webhook is ours, as text to copy: Node, Python, and a shell with OpenSSL. */
import { webhookHeaders, webhookSecretPrefix } from '@afterimage/contract';

export type VerifyLanguage = 'node' | 'python' | 'shell';

export const verifyLanguages: readonly { key: VerifyLanguage; label: string }[] = [
  { key: 'node', label: 'Node' },
  { key: 'python', label: 'Python' },
  { key: 'shell', label: 'OpenSSL' },
];

/** Older than this may be a recording that somebody plays again. */
const ageSecondsMax = 300;

const { id, timestamp, signature } = webhookHeaders;

const node = `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: the bytes as they came, before any JSON parser.
export function isGenuine(rawBody, headers, secret) {
  const sentAt = Number(headers['${timestamp}']);
  if (!(Math.abs(Date.now() / 1000 - sentAt) <= ${ageSecondsMax})) return false;
  const key = Buffer.from(secret.replace('${webhookSecretPrefix}', ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(headers['${id}'] + '.' + headers['${timestamp}'] + '.')
    .update(rawBody)
    .digest();
  // Two signatures while a secret is being rotated.
  return headers['${signature}'].split(' ').some((part) => {
    const given = Buffer.from(part.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;

const python = `import base64, hashlib, hmac, time

# raw_body: the bytes as they came, before any JSON parser.
def is_genuine(raw_body: bytes, headers, secret: str) -> bool:
    sent_at = headers["${timestamp}"]
    if abs(time.time() - int(sent_at)) > ${ageSecondsMax}:
        return False
    key = base64.b64decode(secret.removeprefix("${webhookSecretPrefix}"))
    signed = f"{headers['${id}']}.{sent_at}.".encode() + raw_body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    # Two signatures while a secret is being rotated.
    given = headers["${signature}"].split(" ")
    return any(hmac.compare_digest(expected, each) for each in given)`;

const shell = `# $id, $timestamp and $signature: the headers ${id}, ${timestamp}, ${signature}
# body.json: the bytes as they came
key=$(printf %s "\${secret#${webhookSecretPrefix}}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
expected="v1,$(printf '%s.%s.' "$id" "$timestamp" | cat - body.json |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)"
case " $signature " in
  *" $expected "*) echo genuine ;;
  *) echo forged; exit 1 ;;
esac`;

export const verifyCode: Readonly<Record<VerifyLanguage, string>> = { node, python, shell };
