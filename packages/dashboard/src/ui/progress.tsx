/** A bar with its percentage; without one it only says that something is under way. */
export function Progress({ label, percent }: { label: string; percent: number | null }) {
  return <progress aria-label={label} max={100} value={percent ?? undefined} />;
}
