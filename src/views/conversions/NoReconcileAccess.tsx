import { LockKeyhole } from 'lucide-react';
import { useSearch } from 'wouter';
import type { ConversionView } from '#contract/conversions/log-filter.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { viewOf } from './tabs.ts';

/** Replaces a view that the role may not use when its address is opened. */
export function NoReconcileAccess({ view }: { view: ConversionView }) {
  const search = useSearch();
  return (
    <section className="panel" aria-label={viewOf(view).name} aria-busy={false}>
      <div className="blank">
        <LockKeyhole size={24} aria-hidden="true" />
        <p className="blank-title">Only owners and managers reconcile with networks</p>
        <p>Your role in this project can only read conversions. An owner can change it.</p>
        <AppLink to={`${viewOf('log').to}${search ? `?${search}` : ''}`} className="button">
          Open the log
        </AppLink>
      </div>
    </section>
  );
}
