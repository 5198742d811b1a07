import type { ReactNode } from 'react';
import { Brand } from '../parts/Brand.tsx';
import { Go } from '../parts/Go.tsx';
import { keepKeyboard } from '../shell/keyboard.ts';
import { Skip } from '../shell/Skip.tsx';

/** A page with a head and no tools around it. */
export function DefaultLayout({ home, children }: { home: string; children: ReactNode }) {
  return (
    <div className="default-layout" ref={keepKeyboard}>
      <Skip />
      <header className="default-layout-head">
        <Go to={home} className="brand-link">
          <Brand />
        </Go>
      </header>
      <main className="default-layout-main" id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
