/** What counts as an email address here: one person can be named by it. Nothing is ever sent, so `owner@localhost` will do. */
import { emailCharactersMax } from './limits.ts';

export function isEmail(text: string): boolean {
  return (
    text.length <= emailCharactersMax &&
    /^[^\s@<>"(),:;[\]\\\p{C}]{1,64}@[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(text)
  );
}
