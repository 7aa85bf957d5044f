/** The changelog as a release reads it: what is unreleased becomes the version's section, and that section its notes. */

const unreleased = '## Unreleased\n';

/** Moves what stands under "Unreleased" into the version's section, which is dated; one that is there already gains it. */
export function releaseSection(changelog: string, { version, day }: { version: string; day: string }): string {
  const { before, news, rest } = parts(changelog);
  const heading = `## ${version}, ${day}\n`;
  const waiting = `## ${version}\n`;
  if (!rest.startsWith(waiting))
    return `${before}${unreleased}\n${heading}\n${news === '' ? '' : `${news}\n\n`}${rest}`;
  const section = endOfSection(rest);
  const written = rest.slice(waiting.length, section).trim();
  const body = news === '' ? written : `${written}\n\n${news}`;
  return `${before}${unreleased}\n${heading}\n${body}\n${section === rest.length ? '' : '\n'}${rest.slice(section)}`;
}

/** What stands in the version's section, dated or not; empty when there is none. */
export function notesOf(changelog: string, version: string): string {
  const heading = new RegExp(`^## ${version.replaceAll('.', '\\.')}(, .*)?\\n`, 'm').exec(changelog);
  if (heading === null) return '';
  const section = changelog.slice(heading.index);
  return section.slice(heading[0].length, endOfSection(section)).trim();
}

/** The notes where no file lies beside them: a link to one of ours leads into `sources`, or is its words where nobody knows an address. */
export function awayFromFiles(notes: string, sources: string | null): string {
  return notes.replaceAll(/\[([^\]]+)\]\((?![a-z]+:)([^)\s]+)\)/g, (_, words: string, file: string) =>
    sources === null ? words : `[${words}](${sources}/${file})`,
  );
}

/** Whether a release of the version would have anything to tell. */
export function hasNews(changelog: string, version: string): boolean {
  return parts(changelog).news !== '' || notesOf(changelog, version) !== '';
}

function parts(changelog: string): { before: string; news: string; rest: string } {
  const at = changelog.indexOf(unreleased);
  if (at === -1) throw new Error('CHANGELOG.md has no section "Unreleased".');
  const section = changelog.slice(at);
  const end = endOfSection(section);
  return {
    before: changelog.slice(0, at),
    news: section.slice(unreleased.length, end).trim(),
    rest: section.slice(end),
  };
}

function endOfSection(section: string): number {
  const next = section.indexOf('\n## ');
  return next === -1 ? section.length : next + 1;
}
