/** A fault of the page itself: says so, instead of leaving it blank. */
import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/error-state.tsx';

export class FaultBoundary extends Component<{ children: ReactNode }, { fault: unknown }> {
  override state: { fault: unknown } = { fault: null };

  static getDerivedStateFromError(fault: unknown): { fault: unknown } {
    return { fault };
  }

  override render(): ReactNode {
    if (this.state.fault === null) return this.props.children;
    return (
      <main className="mx-auto max-w-xl p-8">
        <ErrorState fault={this.state.fault} title="This page failed" onRetry={() => window.location.reload()} />
      </main>
    );
  }
}
