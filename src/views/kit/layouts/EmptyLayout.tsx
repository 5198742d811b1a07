import type { ReactNode } from 'react';
import { Brand } from '../Brand.tsx';
import { keepFocus } from '../keep-focus.ts';

/** Centred content without a frame. */
export function EmptyLayout({ children }: { children: ReactNode }) {
  return (
    <div className="empty-layout" ref={keepFocus}>
      <header>
        <Brand />
      </header>
      <main className="empty-layout-card">{children}</main>
    </div>
  );
}
