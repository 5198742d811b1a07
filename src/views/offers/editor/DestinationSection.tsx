import { useSelector } from '@xstate/react';
import { offerDevices, offerSystems } from '#contract/offers/fields.ts';
import { destinationMacros } from '#contract/offers/offer.ts';
import type { OfferEditorActor, OfferFormActor } from '#machines/offers/offer-editor.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldSelect } from '../../kit/FieldSelect.tsx';
import { nameOfCountry } from '../../kit/places.ts';
import { deviceWords, systemWords } from '../common/words.ts';
import type { FormFields } from './form-fields.ts';
import { ManyChoice } from './ManyChoice.tsx';
import { OfferSectionPanel } from './OfferSectionPanel.tsx';
import { TextField } from './TextField.tsx';

/** Where clicks lead, which clicks are taken, and where the others go. */
export function DestinationSection({
  actor,
  form,
  ...fields
}: FormFields & { actor: OfferEditorActor; form: OfferFormActor }) {
  const { draft, change, faultsAt, leave } = fields;
  const loader = useSelector(actor, ({ children }) => children.fallbacks);
  const offers = useSelector(loader, (snapshot) => snapshot?.context.answer?.data ?? []);
  const own = useSelector(form, ({ context }) => context.entity?.detail?.id);
  const url = draft.destination_url;
  const add = (macro: string) =>
    change({
      destination_url: `${url}${url.includes('?') ? '&' : '?'}${macro}={${macro}}`,
    });
  const codes = draft.countries.toUpperCase().match(/\b[A-Z]{2}\b/g) ?? [];
  return (
    <OfferSectionPanel section="destination">
      <TextField
        fields={fields}
        name="destination_url"
        label="Address of the offer"
        placeholder="https://shop.example/?aff_sub={click_id}"
        note="Put {click_id} where the network expects the id of the click."
        isCode
      />
      <fieldset className="offer-macros">
        <legend className="only-read">Add to the address</legend>
        {destinationMacros
          .filter((macro) => !url.includes(`{${macro}}`))
          .map((macro) => (
            <Button key={macro} size="small" disabled={url === ''} onClick={() => add(macro)}>
              {`{${macro}}`}
            </Button>
          ))}
      </fieldset>
      <div className="offer-row">
        <Field label="Countries">
          <FieldSelect
            value={draft.country_mode}
            onValueChange={(mode) =>
              change({ country_mode: mode === 'exclude' ? 'exclude' : 'include' })
            }
          >
            <option value="include">Only these</option>
            <option value="exclude">All but these</option>
          </FieldSelect>
        </Field>
        <TextField
          fields={fields}
          name="countries"
          label="Country codes"
          placeholder="US, CA"
          note={codes.length === 0 ? 'Empty takes all.' : codes.map(nameOfCountry).join(', ')}
          isCode
        />
      </div>
      <div className="offer-row">
        <ManyChoice
          legend="Devices"
          note="None chosen takes all."
          values={offerDevices}
          words={deviceWords}
          chosen={draft.devices}
          onChange={(devices) => change({ devices })}
        />
        <ManyChoice
          legend="Systems"
          note="None chosen takes all."
          values={offerSystems}
          words={systemWords}
          chosen={draft.os}
          onChange={(os) => change({ os })}
        />
      </div>
      <div className="offer-row">
        <Field
          label="Fallback offer"
          note="It gets the clicks that this offer does not take."
          faults={faultsAt('fallback_offer')}
          onLeave={leave('fallback_offer')}
        >
          <FieldSelect
            value={draft.fallback_offer === null ? '' : String(draft.fallback_offer)}
            onValueChange={(id) => change({ fallback_offer: id === '' ? null : Number(id) })}
          >
            <option value="">None</option>
            {offers
              .filter(({ id }) => id !== own)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </FieldSelect>
        </Field>
        <TextField
          fields={fields}
          name="fallback_url"
          label="Fallback address"
          placeholder="The website of the project"
          note="For clicks that no fallback offer takes."
          isCode
        />
      </div>
    </OfferSectionPanel>
  );
}
