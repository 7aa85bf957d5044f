/** What the service says of any text field, in words for whoever fills in a form; undefined: it is plain as it is. */
export function plainWords(message: string): string | undefined {
  const length = /must be (?:(\d+)-)?(\d+) characters \((.+) sent\)$/.exec(message);
  if (length !== null) {
    const [, min, max, sent = ''] = length;
    const least = Number(min ?? max);
    if (Number(sent.replaceAll(',', '')) < least)
      return `Too short: at least ${least} characters, and this has ${sent}.`;
    return `Too long: at most ${Number(max).toLocaleString('en')} characters, and this has ${sent}.`;
  }
  if (message.endsWith('must not be white space only')) return 'Write something: spaces alone do not say anything.';
  if (message.endsWith('without lone surrogates'))
    return 'It holds a character that is no text. Delete it, or type it anew.';
  if (message.includes('is not an amount in USD')) return 'Write an amount in USD, such as 5 or 0.50.';
  return undefined;
}

/** The same for a form in which the fault stands beside its field, which need not be named. */
export function besideField({ field, message }: { field: string; message: string }): string {
  const plain = plainWords(message);
  if (plain !== undefined) return plain;
  const rest = message.startsWith(`${field}: `)
    ? message.slice(field.length + 2)
    : message.replace(new RegExp(`^${field} `), 'This ');
  const said = rest.replace('an https URL', 'an address that starts with https');
  const sentence = said.charAt(0).toUpperCase() + said.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
