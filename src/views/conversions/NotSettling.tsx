import { LockKeyhole } from 'lucide-react';
import { useSearch } from 'wouter';
import type { ConversionView } from '#contract/conversions/log-filter.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { viewOf } from './tabs.ts';

/** In the place of a view that somebody reached by its address whose role does not settle with networks. */
export function NotSettling({ view }: { view: ConversionView }) {
  const search = useSearch();
  return (
    <section className="panel" aria-label={viewOf(view).name} aria-busy={false}>
      <div className="blank">
        <LockKeyhole size={24} aria-hidden="true" />
        <p className="blank-title">Owners and managers settle with networks</p>
        <p>Your role in this project reads conversions. An owner can give you another one.</p>
        <AppLink to={`${viewOf('log').to}${search ? `?${search}` : ''}`} className="button">
          Open the log
        </AppLink>
      </div>
    </section>
  );
}
