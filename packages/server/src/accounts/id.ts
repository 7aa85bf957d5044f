/** What an id looks like. Anything else would be a fault in PostgreSQL's eyes, not a thing that does not exist. */

export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
