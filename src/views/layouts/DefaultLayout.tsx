import { type ReactNode, use } from 'react';
import { Brand } from '../parts/Brand.tsx';
import { Entering } from '../parts/entering.ts';
import { Go } from '../parts/Go.tsx';
import { takeLostKeyboard } from '../parts/take-keyboard.ts';
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
