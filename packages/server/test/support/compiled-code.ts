/** Where a test run keeps compiled code, for programs that a test starts in an environment of their own. */

const { NODE_COMPILE_CACHE } = process.env;

/** A small program would otherwise spend itself on reading its TypeScript files anew. */
export const compiledCode: Record<string, string> = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
