/** What makes food look fresh. */

export const SHEEN = 'opacity="0.55"';
