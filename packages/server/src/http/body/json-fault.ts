/** Finds what is wrong with a JSON text and where; runs only after the quick check has refused the text. */

/** `what` reads as the beginning of a sentence; `index` is where in the text, null when the whole text is meant. */
export interface TextFault {
  what: string;
  index: number | null;
  /** The name of the field at fault, where it is one field and not the body. */
  field?: string;
}

export const depthMax = 32;

const notJson = 'The body is not valid JSON: ';
const literals = ['true', 'false', 'null'];
const numberShape = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plainCharacters = /[^"\\\u0000-\u001f]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const whiteSpace = /[ \t\n\r]*/y;

export function findJsonFault(text: string): TextFault | null {
  if (text.charCodeAt(0) === 0xfeff) {
    return { what: 'The body starts with a byte order mark; send UTF-8 without one', index: null };
  }
  if (text.slice(0, 4).includes('\0')) {
    return { what: 'The body looks like UTF-16 or UTF-32; send UTF-8', index: null };
  }
  return new JsonInspection(text).run();
}

/** Beside JSON.parse because V8's messages often leave out the place, and it takes a name twice in silence. */
class JsonInspection {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): TextFault | null {
    this.#skip(whiteSpace);
    if (this.#at === this.#text.length) return { what: 'The body is empty; send a JSON object', index: null };
    const fault = this.#value(1);
    if (fault !== null) return fault;
    this.#skip(whiteSpace);
    return this.#at === this.#text.length ? null : this.#unexpected('the end of the body');
  }

  #value(depth: number): TextFault | null {
    const first = this.#text[this.#at];
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#list(depth);
    if (first === '"') return this.#string();
    const literal = literals.find((word) => this.#text.startsWith(word, this.#at));
    if (literal !== undefined) {
      this.#at += literal.length;
      return null;
    }
    return this.#number();
  }

  #object(depth: number): TextFault | null {
    if (depth > depthMax) return this.#tooDeep();
    const names = new Set<string>();
    this.#at += 1;
    this.#skip(whiteSpace);
    if (this.#takes('}')) return null;
    for (;;) {
      if (this.#text[this.#at] !== '"') {
        return this.#unexpected(
          names.size === 0 ? 'a field name in double quotes or "}"' : 'a field name in double quotes',
        );
      }
      const start = this.#at;
      const nameFault = this.#string();
      if (nameFault !== null) return nameFault;
      const name: string = JSON.parse(this.#text.slice(start, this.#at));
      if (names.has(name))
        return { what: `The body has the field ${quote(name)} twice, again`, index: start, field: name };
      names.add(name);
      this.#skip(whiteSpace);
      if (!this.#takes(':')) return this.#unexpected('":" after a field name');
      this.#skip(whiteSpace);
      const fault = this.#value(depth + 1);
      if (fault !== null) return fault;
      this.#skip(whiteSpace);
      if (this.#takes('}')) return null;
      if (!this.#takes(',')) return this.#unexpected('"," or "}"');
      this.#skip(whiteSpace);
    }
  }

  #list(depth: number): TextFault | null {
    if (depth > depthMax) return this.#tooDeep();
    this.#at += 1;
    this.#skip(whiteSpace);
    if (this.#takes(']')) return null;
    for (;;) {
      const fault = this.#value(depth + 1);
      if (fault !== null) return fault;
      this.#skip(whiteSpace);
      if (this.#takes(']')) return null;
      if (!this.#takes(',')) return this.#unexpected('"," or "]"');
      this.#skip(whiteSpace);
    }
  }

  #string(): TextFault | null {
    this.#at += 1;
    for (;;) {
      this.#skip(plainCharacters);
      if (this.#takes('"')) return null;
      if (this.#at === this.#text.length) return { what: `${notJson}it ends inside a string`, index: this.#at };
      if (this.#text[this.#at] !== '\\') {
        return { what: `${notJson}a control character inside a string must be escaped`, index: this.#at };
      }
      if (!this.#skip(escapeSequence)) return { what: `${notJson}an escape that does not exist`, index: this.#at };
    }
  }

  #number(): TextFault | null {
    const start = this.#at;
    if (!this.#skip(numberShape)) return this.#unexpected('a value');
    if (Number.isFinite(Number(this.#text.slice(start, this.#at)))) return null;
    return { what: 'The body holds a number that is too large', index: start };
  }

  /** Moves past what the pattern matches here; false when it matches nothing. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #tooDeep(): TextFault {
    return { what: `The body is nested more than ${depthMax} levels deep`, index: this.#at };
  }

  #unexpected(expected: string): TextFault {
    const found = this.#text.codePointAt(this.#at);
    if (found === undefined) return { what: `${notJson}it ends where ${expected} should follow`, index: this.#at };
    return { what: `${notJson}${quote(String.fromCodePoint(found))} where ${expected} should be`, index: this.#at };
  }
}

function quote(name: string): string {
  return JSON.stringify(name.length <= 60 ? name : `${name.slice(0, 60)}…`);
}
