/** How the body reader treats a field that may carry media. */
export interface MediaFieldRule {
  kind: 'image' | 'video';
  list: boolean;
  /** Which texts the field takes; a text that is a URL stays text. */
  takes: 'url' | 'data-uri' | 'url-or-data-uri' | 'url-or-data-uri-or-base64';
  bytesMax: number;
}
