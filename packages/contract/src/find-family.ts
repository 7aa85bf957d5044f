/** Finding a family by any name people write: `alpha-o3-video`, `alpha o3-video`, `alpha/o3-video`, `o3-video`. */
import type { Family } from './family.ts';

export function findFamily(name: string, families: readonly Family[]): Family | undefined {
  const wanted = plainly(name);
  return families.find((family) => namesOf(family).includes(wanted));
}

function namesOf({ slug, title, path }: Family): string[] {
  return [slug, title, path, path.slice(path.lastIndexOf('/') + 1)].map(plainly);
}

const plainly = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/^\/?v1\//, '')
    .replace(/^\/|\/$/g, '')
    .replace(/[\s/]+/g, '-');
