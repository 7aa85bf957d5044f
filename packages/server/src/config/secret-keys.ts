/** How the keys that seal secrets are written: in base64, the newest first, with commas or white space between them. */

export const secretKeyBytes = 32;
export const secretKeyForm = `${secretKeyBytes} bytes in base64, the newest key first where there are several`;

/** Undefined when one of them is no key. */
export function readSecretKeys(text: string): [Buffer, ...Buffer[]] | undefined {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((part) => (/^[A-Za-z0-9+/]{43}=$/.test(part) ? Buffer.from(part, 'base64') : undefined));
  const [newest, ...older] = keys.filter((key) => key !== undefined);
  return newest === undefined || older.length + 1 < keys.length ? undefined : [newest, ...older];
}
