/** A fault of the page itself: says what it is and what helps, instead of leaving the place blank. */
import { Refusal } from '@afterimage/client';
import { RefreshCw } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { api } from '../data/api.ts';
import { PagesOutdated } from '../data/page-file.ts';
import { isUnheard } from '../data/query-client.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';

const askMilliseconds = 2_000;

interface FaultBoundaryProps {
  /** Another address gets another chance. */
  address?: string;
  children: ReactNode;
}

export class FaultBoundary extends Component<FaultBoundaryProps, { fault: unknown }> {
  private asking: ReturnType<typeof setInterval> | undefined;
  override state: { fault: unknown } = { fault: null };

  static getDerivedStateFromError(fault: unknown): { fault: unknown } {
    return { fault };
  }

  /** Asked quietly beside the error, as trying the part itself would make the page flicker. */
  override componentDidCatch(fault: unknown): void {
    clearInterval(this.asking);
    if (!isUnheard(fault)) return;
    this.asking = setInterval(() => void api.getWelcome().then(this.tryAgain, () => {}), askMilliseconds);
  }

  override componentWillUnmount(): void {
    clearInterval(this.asking);
  }

  override componentDidUpdate(before: FaultBoundaryProps): void {
    if (this.state.fault !== null && before.address !== this.props.address) this.tryAgain();
  }

  readonly tryAgain = (): void => {
    clearInterval(this.asking);
    this.setState({ fault: null });
  };

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    return (
      <div className="mx-auto max-w-xl p-8">
        {fault instanceof PagesOutdated ? (
          <Outdated />
        ) : fault instanceof Refusal ? (
          <ErrorState fault={fault} onRetry={this.tryAgain} />
        ) : (
          <ErrorState fault={fault} title="This page failed" onRetry={loadAnew} />
        )}
      </div>
    );
  }
}

const loadAnew = () => window.location.reload();

function Outdated() {
  return (
    <EmptyState
      icon={RefreshCw}
      title="There is a newer version of this page"
      actions={
        <Button look="primary" icon={RefreshCw} onClick={loadAnew}>
          Load the page anew
        </Button>
      }
    >
      <p>The service was updated since the page was opened.</p>
    </EmptyState>
  );
}
