/**
 * Reads the numbers that a source text writes down, each with the names beside it that say what it counts. The parser is
 * the one that builds the pages: TypeScript has none to call any more.
 */
import { type ESTree, parseSync } from 'vite';

type Node = ESTree.Node;
type Constant = number | ((count: number) => number);

export interface WrittenNumber {
  value: number;
  /** As it is written, on one line. */
  text: string;
  /** Of what it is given to, compared with or handed to. */
  names: readonly string[];
  /** With something: then one more or less may say the same. */
  isCompared: boolean;
}

/**
 * Each number as a whole: of `10 * 1024 ** 2` the product only.
 * @param units what other files offer to write numbers with: `megabytes(10)`
 */
export function numbersIn(file: string, text: string, units: Readonly<Record<string, Constant>> = {}): WrittenNumber[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const constants = constantsOf(program, units);
  const found: WrittenNumber[] = [];
  const visit = (node: Node, above: readonly Node[]) => {
    if (node.type === 'Literal' && 'regex' in node) found.push(...repetitionsIn(node.regex.pattern));
    const value = constantOf(node, constants);
    if (value === undefined) {
      for (const child of childrenOf(node)) visit(child, [node, ...above]);
    } else if (hasLiteral(node)) {
      const written = text.slice(node.start, node.end).replace(/\s+/g, ' ');
      found.push({ value, text: written, ...besideOf(node, above) });
    }
  };
  visit(program, []);
  return found;
}

/** `{1,100}` in a pattern bounds a length. */
function repetitionsIn(pattern: string): WrittenNumber[] {
  return [...pattern.matchAll(/\{(?:\d+,)?(\d+)\}/g)].map(([text, count]) => {
    return { value: Number(count), text, names: ['length'], isCompared: false };
  });
}

/** What stands at the top of the file for a number, as `const kilobyte = 1024`; it may be made of those before. */
function constantsOf(program: ESTree.Program, units: Readonly<Record<string, Constant>>): Map<string, Constant> {
  const constants = new Map(Object.entries(units));
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') continue;
    for (const { id, init } of declared.declarations) {
      const value = init === null ? undefined : constantOf(init, constants);
      if (id.type === 'Identifier' && value !== undefined) constants.set(id.name, value);
    }
  }
  return constants;
}

const operations: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '**': (left, right) => left ** right,
  '<<': (left, right) => left << right,
};

/** However it is written: `50e6`, `10 << 20`, `0x800`, `5n`. Undefined where the text alone does not tell. */
function constantOf(node: Node, constants: ReadonlyMap<string, Constant>): number | undefined {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'number' || typeof node.value === 'bigint' ? Number(node.value) : undefined;
    case 'Identifier': {
      const value = constants.get(node.name);
      return typeof value === 'number' ? value : undefined;
    }
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return constantOf(node.expression, constants);
    case 'UnaryExpression': {
      const value = constantOf(node.argument, constants);
      return value === undefined ? undefined : operations[node.operator]?.(0, value);
    }
    case 'BinaryExpression': {
      const left = constantOf(node.left, constants);
      const right = constantOf(node.right, constants);
      return left === undefined || right === undefined ? undefined : operations[node.operator]?.(left, right);
    }
    case 'CallExpression': {
      const unit = node.callee.type === 'Identifier' ? constants.get(node.callee.name) : undefined;
      const [count] = node.arguments.map((argument) => constantOf(argument, constants));
      return typeof unit === 'function' && count !== undefined ? unit(count) : undefined;
    }
    default:
      return undefined;
  }
}

/** Goes up from a number until something names it, and gathers on the way what may. */
function besideOf(number: Node, above: readonly Node[]): Pick<WrittenNumber, 'names' | 'isCompared'> {
  const names: string[] = [];
  let below = number;
  for (const node of above) {
    const beside = namesFrom(node, below);
    if (beside === undefined) break;
    names.push(...beside.names);
    if (beside.isLast) return { names, isCompared: isComparison(node) };
    below = node;
  }
  return { names, isCompared: false };
}

/** The names that a node gives to a number below it, and whether to look further up; undefined where that leads nowhere. */
function namesFrom(node: Node, below: Node): { names: string[]; isLast: boolean } | undefined {
  const last = (named: Node | null) => ({ names: named === null ? [] : namesIn(named), isLast: true });
  switch (node.type) {
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
      return last(node.id);
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return last(node.left);
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      // `Array.from({ length: 3 })` makes three and bounds nothing.
      return namesIn(node.key).join() === 'length' ? undefined : last(node.key);
    case 'JSXAttribute':
      return last(node.name);
    case 'LabeledStatement':
      // `{ retryMs: 30_000 }` as a line of its own is no object.
      return last(node.label);
    case 'SwitchStatement':
      return last(node.discriminant);
    case 'BinaryExpression':
      if (isComparison(node)) return last(below === node.left ? node.right : node.left);
      // A factor scales and bounds nothing; a sum is what it is given to: `endsAt = now + 30_000`.
      return /^[+-]$/.test(node.operator) ? { names: [], isLast: false } : undefined;
    case 'LogicalExpression':
      return { names: namesIn(node.left), isLast: false };
    case 'CallExpression':
    case 'NewExpression':
      // The smaller of two is what the other is, too.
      if (!/^Math,(min|max)$/.test(namesIn(node.callee).join())) return last(node.callee);
      return { names: node.arguments.flatMap(namesIn), isLast: false };
    case 'SwitchCase':
    case 'ConditionalExpression':
    case 'ArrayExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'JSXExpressionContainer':
    case 'ExpressionStatement':
    case 'ReturnStatement':
    case 'IfStatement':
    case 'BlockStatement':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return { names: [], isLast: false };
    default:
      return undefined;
  }
}

const isComparison = (node: Node): boolean =>
  node.type === 'SwitchStatement' || (node.type === 'BinaryExpression' && /^([<>]=?|[!=]==?)$/.test(node.operator));

/** `name.trim().length` has three. */
function namesIn(node: Node): string[] {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return [node.name];
  return childrenOf(node).flatMap(namesIn);
}

/** A name alone writes nothing down: where it was given its number, that is read. */
const hasLiteral = (node: Node): boolean => node.type === 'Literal' || childrenOf(node).some(hasLiteral);

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
