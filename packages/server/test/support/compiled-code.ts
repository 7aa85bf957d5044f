/** Where a test run keeps compiled code, for programs that a test starts in an environment of their own. */

const { NODE_COMPILE_CACHE } = process.env;

/** Reading some hundred TypeScript files anew is half of what a small program costs. */
export const compiledCode: Record<string, string> = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
