import { Component, type ReactNode } from 'react';
import { Brand } from './Brand.tsx';
import { Button } from './Button.tsx';

/** The error boundary of the app: it offers a reload. */
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
          <p>The app has a bug. Nothing you stored is lost. Reload to continue.</p>
          <Button look="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </main>
      </div>
    );
  }
}
