/** A YAML file as nodes with lines, so that every fault can say where it stands. */
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';

export interface FileFault {
  line: number;
  message: string;
}

export interface YamlNode {
  /** As a person would point at it: `engines.box.slots`. */
  name: string;
  line: number;
  /** Plain value; null where nothing is written. */
  value: unknown;
  /** The nodes below, in their order; null where this is no map. */
  keys: ReadonlyMap<string, YamlNode> | null;
  /** Null where this is no list. */
  items: readonly YamlNode[] | null;
}

export type Reporter = (node: Pick<YamlNode, 'line'>, message: string) => void;

/** `doubled` are faults beside which the rest can still be read. */
export type YamlReading = { root: YamlNode; doubled: FileFault[] } | { fault: FileFault };

export function readYaml(text: string): YamlReading {
  const lines = new LineCounter();
  // Keys may not repeat: an engine that stands twice is a mistake, not a choice.
  const document = parseDocument(text, { uniqueKeys: true, lineCounter: lines, prettyErrors: true });
  const [doubled, errors] = [
    document.errors.filter(({ code }) => code === 'DUPLICATE_KEY'),
    document.errors.filter(({ code }) => code !== 'DUPLICATE_KEY'),
  ];
  const [error] = errors;
  if (error !== undefined) {
    // The first only: what follows it is mostly its echo.
    const message = `is not YAML: ${error.message.split('\n')[0]?.replace(/ at line.*$/, '')}.`;
    return { fault: { line: error.linePos?.[0].line ?? 1, message } };
  }
  const lineOf = (node: Node | null | undefined, otherwise: number) =>
    node?.range === null || node?.range === undefined ? otherwise : lines.linePos(node.range[0]).line;
  const wrong = wrongAlias(document);
  if (wrong !== null) return { fault: { line: lineOf(wrong.alias, 1), message: wrong.message } };
  try {
    const root = nodeOf({ node: document.contents, name: '', line: 1, document, lineOf });
    return { root, doubled: doubled.map(({ pos }) => doubledKey(text, pos[0], lines.linePos(pos[0]).line)) };
  } catch (error) {
    // So the parser guards against a few lines that stand for millions.
    if (!(error instanceof ReferenceError)) throw error;
    return { fault: { line: 1, message: 'stands for too much by its aliases.' } };
  }
}

/** An alias can mean only what stands before it, or what it stands in. A pattern of models may begin like one. */
function wrongAlias(document: Document): { alias: Alias; message: string } | null {
  let wrong: { alias: Alias; message: string } | null = null;
  visit(document, {
    Alias(_, alias, path) {
      const name = `*${alias.source}`;
      const meant = alias.resolve(document);
      if (meant !== undefined && !path.includes(meant)) return;
      const message =
        meant === undefined
          ? `has an alias ${name} without an anchor; text that begins with * stands in quotes.`
          : `is endless: ${name} stands in what it means.`;
      wrong = { alias, message };
      return visit.BREAK;
    },
  });
  return wrong;
}

function doubledKey(text: string, at: number, line: number): FileFault {
  const [, key = 'a key'] = /^["']?([^\s"':,{}[\]]+)/.exec(text.slice(at)) ?? [];
  return { line, message: `is not YAML: Map keys must be unique, and ${key} stands there a second time.` };
}

function nodeOf(given: {
  node: Node | null;
  name: string;
  line: number;
  document: Document;
  lineOf(node: Node | null, otherwise: number): number;
}): YamlNode {
  const { name, document, lineOf } = given;
  const node = isAlias(given.node) ? (given.node.resolve(document) ?? null) : given.node;
  const line = lineOf(given.node, given.line);
  const below = (child: unknown, childName: string, childLine: number) =>
    nodeOf({ ...given, node: (child ?? null) as Node | null, name: childName, line: childLine });
  if (isMap(node)) {
    const keys = node.items.map(({ key, value }): [string, YamlNode] => {
      const word = String(isScalar(key) ? key.value : key);
      return [word, below(value, name === '' ? word : `${name}.${word}`, lineOf(key as Node, line))];
    });
    return { name, line, value: node.toJS(document), keys: new Map(keys), items: null };
  }
  if (isSeq(node)) {
    const items = node.items.map((item, index) => below(item, `${name}[${index}]`, line));
    return { name, line, value: node.toJS(document), keys: null, items };
  }
  return { name, line, value: isScalar(node) ? node.value : null, keys: null, items: null };
}
