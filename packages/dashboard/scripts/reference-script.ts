/** Takes Scalar's bundle for browsers out of its package, and its styles out of the bundle, as files of ours. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

const bundleFile = new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'));

/**
 * The bundle begins by putting its styles into the page as an inline `<style>`, which our CSP refuses; the same text in a
 * file of ours is welcome.
 */
const endOfStyles = '})();\n/*!';

export async function writeReferenceScript(folder: string): Promise<void> {
  const bundle = await readFile(bundleFile, 'utf8');
  const end = bundle.indexOf(endOfStyles) + '})();'.length;
  const styles = stylesPutInBy(bundle.slice(0, end));
  if (styles === null) throw new Error("Scalar's bundle no longer begins by putting its styles into the page.");
  await writeFile(join(folder, 'scalar.css'), styles);
  await writeFile(join(folder, 'scalar.js'), bundle.slice(end));
}

/** Run against a page of paper: whatever is put into the element is what we want. */
function stylesPutInBy(script: string): string | null {
  let styles: string | null = null;
  const element = {
    setAttribute() {},
    appendChild(text: string) {
      styles = text;
    },
  };
  const document = {
    head: { querySelector: () => null, appendChild() {} },
    createElement: () => element,
    createTextNode: (text: string) => text,
  };
  runInNewContext(script, { document, console });
  return styles;
}
