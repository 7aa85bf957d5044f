/** How wide the columns of the table are, and which of them narrow pages leave out. */

/** The columns of head and rows, after room for the box; the rows are links, which a real table's rows cannot be. */
export const columns =
  'grid grid-cols-[3rem_minmax(0,1fr)_7.5rem] items-center gap-3 pr-3 pl-11 ' +
  'sm:grid-cols-[4rem_minmax(0,1fr)_7.5rem] sm:gap-4 lg:grid-cols-[4rem_minmax(0,1fr)_11rem_6rem_6rem] ' +
  'xl:grid-cols-[4rem_minmax(10rem,1fr)_11rem_7.5rem_10rem_5rem_6rem]';
/** Cells that only wider pages have. */
export const fromLarge = 'hidden lg:block';
export const fromExtraLarge = 'hidden xl:block';
