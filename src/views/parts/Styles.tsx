import { CSPProvider } from '@base-ui/react/csp-provider';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';

/** The nonce of this answer, written into the page by the server. The one place that reads it. */
const nonce =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;
const cache = createCache({ key: 'desk', ...(nonce ? { nonce } : {}) });

/** Lets the libraries that write style elements do it under the page's policy. */
export function Styles({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <CSPProvider nonce={nonce}>{children}</CSPProvider>
    </CacheProvider>
  );
}
