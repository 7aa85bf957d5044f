/** Tells when the process that this one belongs to has ended without passing its signal on, as npm's shell does. */

const lookMilliseconds = 500;

export function whenOrphaned(parentPid: number, orphaned: () => void): void {
  const looking = setInterval(() => {
    if (isParentAlive(parentPid)) return;
    clearInterval(looking);
    orphaned();
  }, lookMilliseconds).unref();
}

function isParentAlive(parentPid: number): boolean {
  // POSIX gives an orphan a new parent; Windows keeps the old number, which then names no process.
  if (process.ppid !== parentPid) return false;
  try {
    process.kill(parentPid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
