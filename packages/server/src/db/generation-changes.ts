/** How those who follow the log of changes hear of a row in it: from whoever wrote it, after the commit. */

export const changesChannel = 'generation_changes';

/**
 * An expression for the statement that changes a status: then its trigger notifies nobody, and who sent it tells. Programs of
 * before 0129 do not say so, and the trigger notifies in their commits.
 */
export const toldByUs = `set_config('afterimage.announces', 'on', true)`;
