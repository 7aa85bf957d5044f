/** Tells the people of a suspended account what is so, what still works, and who can change it. */
import { Ban } from 'lucide-react';
import { exactTime } from '../ui/age.tsx';

export function Suspended({ since }: { since: string }) {
  return (
    <p
      role="status"
      className="flex items-start gap-2 border-b border-line bg-bad-soft px-4 py-2 text-bad sm:px-8"
      data-suspended
    >
      <Ban size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        <b className="font-semibold">This account is suspended</b> since {exactTime(since)}. Nothing new is taken, from
        its keys or from here; what is under way goes on, and all that was made can still be seen. Ask whoever runs this
        service.
      </span>
    </p>
  );
}
