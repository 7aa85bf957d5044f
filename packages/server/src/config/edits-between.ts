/** How many letters must be added, dropped or changed to make one word of another. */
export function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = row[column - 1]! + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(changed, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
