/** What was noted of an attempt, for the operator: the service's marks, such as `order:found`, in words. */

const words: Readonly<Record<string, string>> = {
  'order:found': 'it had the order already, though its answer was lost',
  'cost_usd:price_reserved': 'the price was set aside, since its cost is not known',
  'cost_usd:dearest_reserved': 'the dearest cost was set aside',
};

/** A mark without words of its own is what it is about and what became of it: `seconds:5->4 trimmed`. */
export const noteInWords = (note: string): string =>
  words[note] ?? note.replace(':', ' ').replaceAll('_', ' ').replace('->', ' to ');
