/** What makes food look fresh. */

export const SHEEN = 'fill-opacity="0.55"';
