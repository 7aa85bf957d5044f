/** What is shown while a screen's own file is on its way. */
import { Skeleton } from './skeleton.tsx';

export function LoadingScreen() {
  return (
    <div className="flex w-full flex-col gap-6 px-4 py-6 sm:px-8">
      <span role="status" className="sr-only">
        Loading
      </span>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-64" />
    </div>
  );
}
