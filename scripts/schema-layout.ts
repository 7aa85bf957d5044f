/** How docs/schema.sql and docs/schema-apart.sql are laid out: statements fill their lines, so that the whole schema is read in one go. */

export const columnsMax = 140;

/** A comment, its lines no longer than the page is wide; before what it is about. */
export function comment(about: string | null | undefined): string {
  if (!about) return '';
  const lines = fill(about.split(' '), { first: '-- ', next: '-- ' });
  return `${lines}\n`;
}

export interface ColumnText {
  readonly sql: string;
  /** Empty: its name says it. */
  readonly about: string;
}

/** Columns and constraints, as many in a line as it holds with what they are about; the table's beside its name where there is room. */
export function tableText(
  start: string,
  about: string | null,
  columns: readonly ColumnText[],
  options: string,
): string {
  const last = columns.length - 1;
  const end = options === '' ? ');' : `) ${options};`;
  const listed = columns.map(({ sql, about: isFor }, index) => ({
    sql: sql + (index < last ? ',' : end),
    about: isFor,
  }));
  const beside = `${start} ( -- ${about}`;
  if (about !== null && beside.length <= columnsMax) return `${beside}\n${fillColumns('  ', listed)}\n`;
  return `${comment(about)}${fillColumns(`${start} (`, listed)}\n`;
}

/** Each line's comments stand at its end. */
function fillColumns(opening: string, columns: readonly ColumnText[]): string {
  const lines: { sql: string; about: string }[] = [{ sql: opening, about: '' }];
  const written = ({ sql, about }: { sql: string; about: string }) => (about === '' ? sql : `${sql} -- ${about}`);
  for (const { sql, about } of columns) {
    const last = lines.at(-1)!;
    const longer = {
      sql: last.sql + (/[ (]$/.test(last.sql) ? '' : ' ') + sql,
      about: [last.about, about].filter((text) => text !== '').join('; '),
    };
    if (written(longer).length <= columnsMax) lines[lines.length - 1] = longer;
    else lines.push({ sql: `  ${sql}`, about });
  }
  return lines.map(written).join('\n');
}

/** Where a statement may be broken: before its clauses. */
const clause = / (?=(?:on|for each row|when \(|or|execute function|where|with \(|set|returns|language|p_\w+) )/;
export const statement = (sql: string): string => fill(sql.split(clause), { first: '', next: '    ' });

/** A query, broken between any two words. */
export const query = (sql: string): string => fill(sql.trim().split(/\s+/), { first: '  ', next: '    ' });

/** The same done to each of many names. */
export function namesLoop(names: readonly string[], action: string): string {
  const list = `'{${names.join(', ')}}'::name[] loop ${action}; end loop; end $$;`;
  return fill([...'do $$ declare each name; begin foreach each in array'.split(' '), ...list.split(' ')], {
    first: '',
    next: '  ',
  });
}

/** What opens a body stands with the head, as a block's opening does, and so does all of a short one. */
export function functionText(head: string, body: string): string {
  const lines = functionBody(body);
  const short = `${head} $$ ${lines.trim()}`;
  if (short.length <= columnsMax) return short;
  return `${statement(`${head} $$`)}${lines.startsWith('begin\n') ? ' ' : '\n'}${lines}`;
}

/**
 * The body of a function as it was written, with fewer line ends: a statement fills its lines, and a block that holds
 * one statement stands in one line. Comments keep their lines, and words their order.
 */
function functionBody(body: string): string {
  const lines = body
    .replace(/^\s+(?=begin\n)/, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const broken = lines.find((line) => !isComment(line) && line.split("'").length % 2 === 0);
  if (broken !== undefined) throw new Error(`A text over several lines cannot be laid out: ${broken}`);
  const statements = closeShortBlocks(wholeStatements(lines)).reduce(joinedTo(isNextStatement), []);
  const closed = statements.reduce(joinedTo(endsBody), []);
  const last = closed.length - 1;
  return closed.map((line, index) => brokenAtClauses(index === last ? `${line.trimEnd()} $$;` : line)).join('\n');
}

const isComment = (line: string) => line.trimStart().startsWith('--');
const indent = (line: string) => line.length - line.trimStart().length;
const opensBlock = (line: string) => /(?:^|\s)(?:then|loop|begin|else)$/.test(line);
const isOver = (line: string) => opensBlock(line) || line.endsWith(';') || isComment(line);
/** `else`, `end if;` and the like stand at the start of their lines. */
const startsLine = (line: string) => isComment(line) || /^(?:begin|else|elsif|end)\b/.test(line.trimStart());

/** Each in one line, however long that is. */
function wholeStatements(lines: readonly string[]): string[] {
  const whole: string[] = [];
  for (const line of lines) {
    const last = whole.at(-1);
    const goesOn = last !== undefined && !isOver(last) && !isComment(line);
    if (goesOn) whole[whole.length - 1] = last + (last.endsWith('(') ? '' : ' ') + line.trimStart();
    else whole.push(line);
  }
  return whole;
}

const isNextStatement = (last: string, line: string) =>
  last.endsWith(';') &&
  !startsLine(line) &&
  !startsLine(last) &&
  (indent(last) === indent(line) || last.startsWith('declare'));

/** `begin` after the declarations, and the last `end`. */
const endsBody = (last: string, line: string) =>
  (line === 'begin' || line.trim() === 'end') && last.endsWith(';') && !isComment(last);

/** Puts a line to the one before it where it belongs there and both fit. */
const joinedTo =
  (belongs: (last: string, line: string) => boolean) =>
  (lines: string[], line: string): string[] => {
    const last = lines.at(-1);
    const joined = last !== undefined && belongs(last, line) ? join(last, line) : undefined;
    return joined === undefined ? [...lines, line] : [...lines.slice(0, -1), joined];
  };

/** A line that is too long goes on below, a step further in, from one of its clauses or after a comma. */
function brokenAtClauses(line: string): string {
  if (line.length <= columnsMax || isComment(line)) return line;
  const begin = ' '.repeat(indent(line));
  const kept = line.trimStart().replaceAll(/'[^']*'/g, (text) => text.replaceAll(' ', '\0'));
  const parts = kept.split(bodyClause).map((part) => part.replaceAll('\0', ' '));
  return fill(parts, { first: begin, next: `${begin}    ` });
}

const bodyClause =
  /(?<=,) | (?=(?:select|from|where|and|or|order by|limit|union|cross join|join|returning|on|values|set|when|using|into|as|\(select)\b)/;

function closeShortBlocks(lines: readonly string[]): string[] {
  const closed: string[] = [];
  for (const line of lines) {
    const [opener, held] = closed.slice(-2);
    const isShort = /^\s*end (?:if|loop);$/.test(line) && held !== undefined && !isComment(held) && opensBlock(opener!);
    const joined = isShort && indent(opener!) === indent(line) ? join(join(opener!, held), line) : undefined;
    if (joined === undefined) closed.push(line);
    else closed.splice(-2, 2, joined);
  }
  return closed;
}

/** Undefined where the two are longer than a line. */
function join(one: string | undefined, other: string): string | undefined {
  if (one === undefined) return undefined;
  const between = one.endsWith('(') ? '' : ' ';
  const joined = one + between + other.trimStart();
  return joined.length <= columnsMax ? joined : undefined;
}

function fill(parts: readonly string[], indents: { first: string; next: string }): string {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${part}` : indents.first + part;
    if (lines.length === 0) lines.push(longer);
    else if (longer.length <= columnsMax) lines[lines.length - 1] = longer;
    else lines.push(indents.next + part);
  }
  return lines.join('\n');
}
