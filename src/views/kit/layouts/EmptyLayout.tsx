import type { ReactNode } from 'react';
import { Brand } from '../Brand.tsx';
import { keepKeyboard } from '../keyboard.ts';

/** One thing in the middle of the page. */
export function EmptyLayout({ children }: { children: ReactNode }) {
  return (
    <div className="empty-layout" ref={keepKeyboard}>
      <header>
        <Brand />
      </header>
      <main className="empty-layout-card">{children}</main>
    </div>
  );
}
