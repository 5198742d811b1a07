import type { ReactNode } from 'react';
import { AppLink } from '../AppLink.tsx';
import { Brand } from '../Brand.tsx';
import { keepFocus } from '../keep-focus.ts';
import { MainContent } from '../MainContent.tsx';
import { SkipLink } from '../SkipLink.tsx';

/** A page with a header and without navigation. */
export function DefaultLayout({ home, children }: { home: string; children: ReactNode }) {
  return (
    <div className="default-layout" ref={keepFocus}>
      <SkipLink />
      <header className="default-layout-head">
        <AppLink to={home} className="brand-link">
          <Brand />
        </AppLink>
      </header>
      <MainContent className="default-layout-main">{children}</MainContent>
    </div>
  );
}
