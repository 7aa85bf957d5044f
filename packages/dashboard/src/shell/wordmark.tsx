/** The name with its mark. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 text-large font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <circle cx="13" cy="16" r="7" fill="#fff" fillOpacity="0.35" />
        <circle cx="19" cy="16" r="7" fill="#fff" />
      </svg>
      Afterimage
    </span>
  );
}
