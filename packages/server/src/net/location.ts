/** Where a redirect leads. */

/** Headers come as bytes, one a character. Many servers send theirs as UTF-8, and the URL parser would encode that once more. */
export const bytesEncoded = (location: string): string =>
  location.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
