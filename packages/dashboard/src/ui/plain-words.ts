/** What the service says of a field, in words for whoever fills in a form. */

/** Of any text; undefined: it is not one of the sentences that need other words. */
export function plainWords(message: string): string | undefined {
  const length = /must be (?:(\d+)-)?(\d+) characters \((.+) sent\)$/.exec(message);
  if (length !== null) {
    const [, min, max, sent = ''] = length;
    const least = Number(min ?? max);
    if (sent === '0') return 'Write something here.';
    if (Number(sent.replaceAll(',', '')) < least)
      return `Too short: at least ${least} characters, and this has ${sent}.`;
    return `Too long: at most ${Number(max).toLocaleString('en')} characters, and this has ${sent}.`;
  }
  if (message.endsWith('must not be white space only')) return 'Write something: spaces alone do not say anything.';
  if (message.endsWith('without lone surrogates'))
    return 'It holds a character that is no text. Delete it, or type it anew.';
  if (message.includes('must be an https URL')) return 'The address must start with https.';
  if (message.includes('must be an http or https URL')) return 'The address must start with http or https.';
  if (message.includes('is not an amount in USD')) return 'Write an amount in USD, such as 5 or 0.50.';
  if (message.endsWith('has more than four fractional digits')) return 'At most four digits after the point.';
  return undefined;
}

/** What is left of a sentence is said as people say it, and as one. */
export function asSentence(said: string): string {
  const plain = said
    .replaceAll('`', '')
    .replaceAll('an integer', 'a whole number')
    .replaceAll(/\b(from|to) (\d{5,})\b/g, (_, edge, figure) => `${edge} ${Number(figure).toLocaleString('en')}`);
  const sentence = plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** For a form in which the fault stands beside its field, which need not be named. */
export function besideField({ field, message }: { field: string; message: string }): string {
  const plain = plainWords(message);
  if (plain !== undefined) return plain;
  if (message.startsWith(`${field}: `)) return asSentence(message.slice(field.length + 2));
  if (message.startsWith(`${field} is required`)) return 'This is needed.';
  return asSentence(message.startsWith(`${field} `) ? `this ${message.slice(field.length + 1)}` : message);
}
