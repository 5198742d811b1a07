import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { nonce } from './nonce.ts';

const cache = createCache({ key: 'desk', ...(nonce ? { nonce } : {}) });

/**
 * Gives the table library's style elements the nonce that the content security policy requires. Only the pages of
 * members need it, because guests see no tables.
 */
export function TableStyles({ children }: { children: ReactNode }) {
  return <CacheProvider value={cache}>{children}</CacheProvider>;
}
