import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Brand } from '../parts/Brand.tsx';

/** A page with a head and no tools around it. */
export function DefaultLayout({ home, children }: { home: string; children: ReactNode }) {
  return (
    <div className="default-layout">
      <header className="default-layout-head">
        <Link href={home} className="brand-link">
          <Brand />
        </Link>
      </header>
      <main className="default-layout-main">{children}</main>
    </div>
  );
}
