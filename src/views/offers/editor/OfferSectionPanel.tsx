import { type ReactNode, useId } from 'react';
import type { OfferSection } from '#model/offer-draft.ts';
import { sectionNames } from './SectionLinks.tsx';

/** One section of the form. */
export function OfferSectionPanel({
  section,
  lead,
  children,
}: {
  section: OfferSection;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const title = useId();
  return (
    <section className="panel offer-section" id={`offer-${section}`} aria-labelledby={title}>
      <h2 className="panel-title" id={title}>
        {sectionNames[section]}
      </h2>
      {lead ? <p className="quiet">{lead}</p> : null}
      {children}
    </section>
  );
}
