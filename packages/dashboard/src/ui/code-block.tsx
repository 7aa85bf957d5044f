/** Code or JSON as it is, to read and to copy. */
import { CopyButton } from './copy-text.tsx';

export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <figure aria-label={label} className="overflow-hidden rounded-control border border-line bg-sunken">
      {/* A row of its own: over the code it would lie on long lines, and on every line that is scrolled by. */}
      <div className="flex justify-end px-1.5 pt-1.5">
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="max-h-96 overflow-auto px-3 pt-1 pb-3 font-mono text-tiny leading-5">
        <code>{text}</code>
      </pre>
    </figure>
  );
}
