/** Takes Scalar's bundle out of its Fastify plugin, and its styles out of the bundle, as files of ours. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';

/**
 * The bundle begins by putting its styles into the page as an inline `<style>`, which our CSP refuses; the same text in a
 * file of ours is welcome.
 */
const endOfStyles = '})();\n/*!';

export async function writeReferenceScript(folder: string): Promise<void> {
  const bundle = await scalarBundle();
  const end = bundle.indexOf(endOfStyles) + '})();'.length;
  const styles = stylesPutInBy(bundle.slice(0, end));
  if (styles === null) throw new Error("Scalar's bundle no longer begins by putting its styles into the page.");
  await writeFile(join(folder, 'scalar.css'), styles);
  await writeFile(join(folder, 'scalar.js'), bundle.slice(end));
}

async function scalarBundle(): Promise<string> {
  const server = fastify();
  await server.register(scalar, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
  const answer = await server.inject('/reference/js/scalar.js');
  await server.close();
  return answer.body;
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
