import { type ReactNode, use } from 'react';
import { AppLink } from '../AppLink.tsx';
import { Brand } from '../Brand.tsx';
import { keepFocus } from '../keep-focus.ts';
import { PageEntry } from '../page-entry.ts';
import { SkipLink } from '../SkipLink.tsx';
import { takeLostFocus } from '../take-focus.ts';

/** A page with a header and without navigation. */
export function DefaultLayout({ home, children }: { home: string; children: ReactNode }) {
  const isEntering = use(PageEntry);
  return (
    <div className="default-layout" ref={keepFocus}>
      <SkipLink />
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
