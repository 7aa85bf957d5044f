/** Moderation, a step of its own: may this prompt be worked on, may this output be shown. Without rules of the operator, all may. */
import type { Log } from '../log/log.ts';
import { limitAtOnce } from '../queue/limit-at-once.ts';
import { askClassifier, type OutputQuestion } from './classifier.ts';
import { askHook, type Hook, type HookFetch, type PromptQuestion } from './hook.ts';
import { allowed, type Verdict } from './verdict.ts';
import { createWordList, type WordList } from './word-list.ts';

/** As the operator's file has them. */
export interface ModerationRules {
  words: readonly string[];
  hook: Hook | null;
  /** The command that judges outputs. */
  images: 'off' | readonly string[];
}

export interface Moderator {
  /** `alsoShown`: text that is written on the picture. It is looked through for words; the hook is told of the prompt. */
  prompt(question: PromptQuestion & { alsoShown: string | null }, signal: AbortSignal): Promise<Verdict>;
  judgesOutputs(): boolean;
  output(question: OutputQuestion, signal: AbortSignal): Promise<Verdict>;
}

export interface ModeratorOptions {
  /** As they are now: the file may be read anew at any time. */
  rules(): ModerationRules;
  fetch: HookFetch;
  log: Log;
}

/** A classifier may take a core for itself. */
const classifiersMax = 2;

const forbiddenWord = 'The prompt holds a word that is not allowed here.';

export function createModerator({ rules, fetch: fetchFrom, log }: ModeratorOptions): Moderator {
  let list: { words: readonly string[]; found: WordList } | null = null;
  const classifying = limitAtOnce(classifiersMax);

  function wordIn(texts: readonly (string | null)[]): string | null {
    const { words } = rules();
    if (list?.words !== words) list = { words, found: createWordList(words) };
    for (const text of texts) {
      const word = text === null ? null : list.found.find(text);
      if (word !== null) return word;
    }
    return null;
  }

  function told(verdict: Verdict, generation: string): Verdict {
    if (verdict.verdict === 'refused') log.info({ generation, detail: verdict.detail }, 'moderation refused');
    if (verdict.verdict === 'unasked') log.warn({ generation, why: verdict.why }, 'moderation could not be asked');
    return verdict;
  }

  return {
    async prompt(question, signal) {
      const word = wordIn([question.prompt, question.alsoShown]);
      if (word !== null) {
        return told({ verdict: 'refused', reason: forbiddenWord, detail: `the word ${word}` }, question.generationId);
      }
      const { hook } = rules();
      return hook === null ? allowed : told(await askHook(fetchFrom, hook, question, signal), question.generationId);
    },
    judgesOutputs: () => rules().images !== 'off',
    async output(question, signal) {
      const { images } = rules();
      if (images === 'off') return allowed;
      return told(await classifying(() => askClassifier(images, question, signal)), question.generationId);
    },
  };
}
