import { useSelector } from '@xstate/react';
import type { OfferEditorActor, OfferFormActor } from '#machines/offers/offer-editor.ts';
import { mayWithOffers } from '#machines/offers/offers-list.ts';
import { AccessSection } from './AccessSection.tsx';
import { BasicsSection } from './BasicsSection.tsx';
import { CapsSection } from './CapsSection.tsx';
import { DestinationSection } from './DestinationSection.tsx';
import { useFormFields } from './form-fields.ts';
import { OfferConflict } from './OfferConflict.tsx';
import { OfferFormHead } from './OfferFormHead.tsx';
import { SectionLinks } from './SectionLinks.tsx';
import { TermsSection } from './TermsSection.tsx';
import { TestSection } from './TestSection.tsx';

/** The form of an offer: its head with the acts, and the sections beside the list of them. */
export function OfferForm({ actor, form }: { actor: OfferEditorActor; form: OfferFormActor }) {
  const fields = useFormFields(form);
  const busy = useSelector(form, (snapshot) => snapshot.hasTag('busy'));
  const inConflict = useSelector(form, (snapshot) => snapshot.matches({ ready: 'conflict' }));
  const maySetTerms = useSelector(actor, ({ context }) => mayWithOffers(context, 'offer.terms'));
  const { currency } = useSelector(actor, ({ context }) => context.query);
  const affiliates = useSelector(actor, ({ context }) => context.member.affiliates);
  const project = useSelector(actor, ({ context }) => context.query.project);
  const { draft } = fields;
  if (!draft) return null;
  const shared = { ...fields, draft };
  const ofProject = affiliates.filter((affiliate) => affiliate.project === project);
  const money = { currency, affiliates: ofProject };
  return (
    <div className="offer-editor">
      <OfferFormHead form={form} fields={fields} />
      {inConflict ? <OfferConflict form={form} /> : null}
      <div className="offer-editor-pair">
        <SectionLinks found={fields.found} />
        <fieldset className="offer-form" disabled={busy}>
          <legend className="only-read">Offer</legend>
          <BasicsSection {...shared} />
          <DestinationSection {...shared} actor={actor} form={form} />
          <TermsSection {...shared} {...money} maySetTerms={maySetTerms} />
          <CapsSection {...shared} {...money} maySetTerms={maySetTerms} />
          <AccessSection {...shared} />
          <TestSection {...shared} />
        </fieldset>
      </div>
    </div>
  );
}
