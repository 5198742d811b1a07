import { type ReactNode, use } from 'react';
import { AppLink } from '../../kit/AppLink.tsx';
import { Brand } from '../../kit/Brand.tsx';
import { PageEntry } from '../../kit/page-entry.ts';
import { takeLostFocus } from '../../kit/take-focus.ts';
import { keepKeyboard } from '../shell/keyboard.ts';
import { Skip } from '../shell/Skip.tsx';

/** A page with a head and no tools around it. */
export function DefaultLayout({ home, children }: { home: string; children: ReactNode }) {
  const isEntering = use(PageEntry);
  return (
    <div className="default-layout" ref={keepKeyboard}>
      <Skip />
      <header className="default-layout-head">
        <AppLink to={home} className="brand-link">
          <Brand />
        </AppLink>
      </header>
      <main
        className="default-layout-main"
        id="content"
        tabIndex={-1}
        ref={isEntering ? takeLostFocus : undefined}
      >
        {children}
      </main>
    </div>
  );
}
