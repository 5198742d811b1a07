import { Component, type ReactNode } from 'react';
import { Brand } from './Brand.tsx';
import { Button } from './Button.tsx';

/** The last resort: a mistake of ours ends here, and a reload is the way out. */
export class Crash extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="empty-layout">
        <header>
          <Brand />
        </header>
        <main className="empty-layout-card blank" role="alert">
          <h1 className="blank-title">This page stopped working</h1>
          <p>It is a mistake in the app. Nothing you stored is lost. Reload to go on.</p>
          <Button look="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </main>
      </div>
    );
  }
}
