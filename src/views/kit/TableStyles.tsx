import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { nonce } from './nonce.ts';

const cache = createCache({ key: 'desk', ...(nonce ? { nonce } : {}) });

/** Lets the table library write its style elements under the page's policy. Only members see tables. */
export function TableStyles({ children }: { children: ReactNode }) {
  return <CacheProvider value={cache}>{children}</CacheProvider>;
}
