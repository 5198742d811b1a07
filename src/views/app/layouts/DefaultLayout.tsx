import { type ReactNode, use } from 'react';
import { Go } from '../../kit/AppLink.tsx';
import { Brand } from '../../kit/Brand.tsx';
import { Entering } from '../../kit/page-entry.ts';
import { takeLostKeyboard } from '../../kit/take-focus.ts';
import { keepKeyboard } from '../shell/keyboard.ts';
import { Skip } from '../shell/Skip.tsx';

/** A page with a head and no tools around it. */
export function DefaultLayout({ home, children }: { home: string; children: ReactNode }) {
  const isEntering = use(Entering);
  return (
    <div className="default-layout" ref={keepKeyboard}>
      <Skip />
      <header className="default-layout-head">
        <Go to={home} className="brand-link">
          <Brand />
        </Go>
      </header>
      <main
        className="default-layout-main"
        id="content"
        tabIndex={-1}
        ref={isEntering ? takeLostKeyboard : undefined}
      >
        {children}
      </main>
    </div>
  );
}
