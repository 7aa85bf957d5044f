/** What becomes of the words of a prompt: a word that nobody has answered for at the end is told, so that none is lost. */
import type { Token } from './tokens.ts';

export class WordLedger {
  /** By place in the words: things and words without a meaning that are neither drawn nor told so far. */
  readonly #open = new Map<number, string>();
  readonly #undrawn: string[] = [];
  readonly #unseen: string[] = [];

  take({ at, phrase, is }: Token): void {
    if (is.kind === 'thing' || is.kind === 'unknown') this.#open.set(at, phrase);
  }

  /** The picture stands for it, or it names nothing. */
  shown(...tokens: Pick<Token, 'at'>[]): void {
    for (const { at } of tokens) this.#open.delete(at);
  }

  /** A thing that was asked for and has no drawing. */
  miss(name: string): void {
    this.#undrawn.push(name);
  }

  /** Words for what can be seen that nothing in the picture stands for: "velvet", "weaving", "hollow". */
  tell(...phrases: string[]): void {
    this.#unseen.push(...phrases);
  }

  get undrawn(): string[] {
    return [...new Set(this.#undrawn)];
  }

  get unseen(): string[] {
    const told = [...this.#undrawn, ...this.#unseen];
    const lost = [...this.#open.values()].filter((phrase) => !told.some((name) => name.includes(phrase)));
    return [...new Set([...this.#unseen, ...lost])];
  }
}
