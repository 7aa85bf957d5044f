/** A YAML file as places with lines, so that every fault can say where it stands. */
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

export interface FileFault {
  line: number;
  message: string;
}

export interface Place {
  /** As a person would point at it: `engines.box.slots`. */
  name: string;
  line: number;
  /** Plain value; null where nothing is written. */
  value: unknown;
  /** The places below, in their order; null where this is no map. */
  keys: ReadonlyMap<string, Place> | null;
  /** Null where this is no list. */
  items: readonly Place[] | null;
}

export type Reporter = (place: Pick<Place, 'line'>, message: string) => void;

export type YamlReading = { root: Place } | { fault: FileFault };

export function readPlaces(text: string): YamlReading {
  const lines = new LineCounter();
  // Keys may not repeat: an engine that stands twice is a mistake, not a choice.
  const document = parseDocument(text, { uniqueKeys: true, lineCounter: lines, prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) {
    // The first only: what follows it is mostly its echo.
    const message = `is not YAML: ${error.message.split('\n')[0]?.replace(/ at line.*$/, '')}.`;
    return { fault: { line: error.linePos?.[0].line ?? 1, message } };
  }
  const lineOf = (node: Node | null | undefined, otherwise: number) =>
    node?.range === null || node?.range === undefined ? otherwise : lines.linePos(node.range[0]).line;
  return { root: placeOf({ node: document.contents, name: '', line: 1, document, lineOf }) };
}

function placeOf(given: {
  node: Node | null;
  name: string;
  line: number;
  document: Document;
  lineOf(node: Node | null, otherwise: number): number;
}): Place {
  const { name, document, lineOf } = given;
  const node = isAlias(given.node) ? (given.node.resolve(document) ?? null) : given.node;
  const line = lineOf(given.node, given.line);
  const below = (child: unknown, childName: string, childLine: number) =>
    placeOf({ ...given, node: (child ?? null) as Node | null, name: childName, line: childLine });
  if (isMap(node)) {
    const keys = node.items.map(({ key, value }): [string, Place] => {
      const word = String(isScalar(key) ? key.value : key);
      return [word, below(value, name === '' ? word : `${name}.${word}`, lineOf(key as Node, line))];
    });
    return { name, line, value: node.toJS(document), keys: new Map(keys), items: null };
  }
  if (isSeq(node)) {
    const items = node.items.map((item, place) => below(item, `${name}[${place}]`, line));
    return { name, line, value: node.toJS(document), keys: null, items };
  }
  return { name, line, value: isScalar(node) ? node.value : null, keys: null, items: null };
}
