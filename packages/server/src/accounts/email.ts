/** What counts as an email address here: one person can be named by it. Nothing is ever sent, so `owner@localhost` will do. */

const charactersMax = 254;

export function isEmail(text: string): boolean {
  return (
    text.length <= charactersMax &&
    /^[^\s@<>"(),:;[\]\\\p{C}]{1,64}@[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(text)
  );
}
