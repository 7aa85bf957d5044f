/** Code or JSON as it is, to read and to copy. */
import { CopyButton } from './copy-text.tsx';

export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <figure aria-label={label} className="relative overflow-hidden rounded-control border border-line bg-sunken">
      <div className="absolute top-1.5 right-1.5">
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="max-h-96 overflow-auto p-3 pr-24 font-mono text-tiny leading-5">
        <code>{text}</code>
      </pre>
    </figure>
  );
}
