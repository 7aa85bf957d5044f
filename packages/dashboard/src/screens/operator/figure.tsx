/** One figure of the overview with its name and what explains it. */
import type { ReactNode } from 'react';
import { Card } from '../../ui/page.tsx';

export function Figure({ name, value, children }: { name: string; value: ReactNode; children?: ReactNode }) {
  return (
    <Card className="flex flex-col gap-1 p-4">
      <p className="text-small text-muted">{name}</p>
      <p className="text-title font-semibold">{value}</p>
      {children !== undefined && <div className="text-small text-muted">{children}</div>}
    </Card>
  );
}
