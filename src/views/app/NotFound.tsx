import type { Page } from '#machines/app/routes.ts';
import { AppLink } from '../kit/AppLink.tsx';

/** No screen lies at this address. */
export function NotFound({ page }: { page: Page }) {
  return (
    <div className="missing">
      <title>Page not found · Clickledger</title>
      <p className="missing-code" aria-hidden="true">
        404
      </p>
      <h1 className="missing-text">Page Not Found: {page.fullPath}</h1>
      <AppLink to="/" className="button">
        Go to the start page
      </AppLink>
    </div>
  );
}
