/** The gallery as a page that opens from disk: no scripts, no fonts and no addresses outside its folder. */

export function pageOf(pictures: { file: string; prompt: string }[]): string {
  const figures = pictures.map(
    ({ file, prompt }) =>
      `<figure><img src="${file}" alt="${escaped(prompt)}" width="640" height="360" loading="lazy"><figcaption>${escaped(prompt)}</figcaption></figure>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Afterimage: what the studio draws</title>
<style>
  body { margin: 2rem auto; max-width: 90rem; padding: 0 1rem; background: #16171b; color: #d6d8de; font: 1rem/1.5 system-ui, sans-serif }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem }
  figure { margin: 0 }
  img { width: 100%; height: auto; border-radius: 6px; display: block }
  .modes { border-radius: 6px; margin: 1rem 0 }
</style>
<h1>What the studio draws</h1>
<main>
${figures.join('\n')}
</main>
<h2>Every mode</h2>
<img class="modes" src="modes.jpg" alt="Three frames of a clip of every mode, one mode a row">
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
