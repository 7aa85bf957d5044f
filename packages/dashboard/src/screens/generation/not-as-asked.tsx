/** What of the request the result does not show, in the service's own sentences. */
export function NotAsAsked({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <section aria-label="Not as asked" className="text-small text-muted">
      <h2 className="font-semibold">Not as asked</h2>
      <ul className="list-disc pl-4">
        {notes.map((note) => (
          <li key={note} dir="auto" className="break-words">
            {note}
          </li>
        ))}
      </ul>
    </section>
  );
}
