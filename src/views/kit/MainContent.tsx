import { type ReactNode, use } from 'react';
import { PageEntry } from './page-entry.ts';
import { takeLostFocus } from './take-focus.ts';

/** The main part of a page, where the skip link leads. It takes the focus that a change of the page lost. */
export function MainContent({ className, children }: { className: string; children: ReactNode }) {
  const isEntering = use(PageEntry);
  return (
    <main
      className={className}
      id="content"
      tabIndex={-1}
      ref={isEntering ? takeLostFocus : undefined}
    >
      {children}
    </main>
  );
}
