import { type ReactNode, use } from 'react';
import { AppLink } from '../AppLink.tsx';
import { Brand } from '../Brand.tsx';
import { keepKeyboard } from '../keyboard.ts';
import { PageEntry } from '../page-entry.ts';
import { Skip } from '../SkipLink.tsx';
import { takeLostFocus } from '../take-focus.ts';

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
