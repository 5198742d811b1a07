import { SearchX } from 'lucide-react';
import { useSearch } from 'wouter';
import { funnelPaths } from '#model/funnels.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { linkWith } from '../kit/own-days-links.ts';

/** What an address without a funnel shows. */
export function MissingFunnel() {
  const search = useSearch();
  return (
    <div className="blank blank-tall" role="alert">
      <SearchX size={24} aria-hidden="true" />
      <h1 className="blank-title">There is no funnel at this address</h1>
      <p>It was removed, it belongs to another project, or the address is wrong.</p>
      <AppLink to={linkWith(funnelPaths.list, search)} className="button">
        All funnels
      </AppLink>
    </div>
  );
}
