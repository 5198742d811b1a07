import { Link } from 'wouter';
import type { Page } from '#machines/routes.ts';

/** No screen lies at this address. */
export function Missing({ page }: { page: Page }) {
  return (
    <div className="missing">
      <title>Page not found · Clickledger</title>
      <p className="missing-code" aria-hidden="true">
        404
      </p>
      <h1 className="missing-text">Page Not Found: {page.fullPath}</h1>
      <Link href="/" className="button">
        Go to the start page
      </Link>
    </div>
  );
}
