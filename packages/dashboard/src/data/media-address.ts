/** Links to media as this page must ask for them: from the host it came from, whatever address the service has outside. */
export function mediaAddress(link: string): string {
  const { pathname, search } = new URL(link, window.location.origin);
  return `${pathname}${search}`;
}
