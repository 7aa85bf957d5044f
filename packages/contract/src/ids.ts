/** What the id of anything looks like. Any other text names nothing, and PostgreSQL would call it a fault. */

export const idCharacters = 36;

export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Of a text with an id's first dash. */
export const isIdStart = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]{0,27}$/i.test(text);

/** What is listed has ids of version 7, which tell its order. Whether there is, or was, one of this id is not asked. */
export const isListedId = (text: string): boolean => isId(text) && /^.{14}7.{4}[89ab]/i.test(text);
