import type { FormFields } from './form-fields.ts';
import { OfferSectionPanel } from './OfferSectionPanel.tsx';
import { TextField } from './TextField.tsx';

/** What the offer is called, and when it runs. */
export function BasicsSection(fields: FormFields) {
  return (
    <OfferSectionPanel section="basics">
      <TextField fields={fields} name="name" label="Name" />
      <div className="offer-row">
        {fields.isNew ? (
          <TextField
            fields={fields}
            name="offer_id"
            label="Id in links"
            note="Links carry it as offer=…; empty takes the next number."
            isCode
          />
        ) : null}
        <TextField fields={fields} name="advertiser_name" label="Advertiser" />
        <TextField fields={fields} name="category" label="Category" />
      </div>
      <TextField
        fields={fields}
        name="description"
        label="Description"
        note="Affiliates read it."
        rows={4}
      />
      <TextField fields={fields} name="tags" label="Tags" note="Separated by commas." />
      <div className="offer-row">
        <TextField fields={fields} name="starts_on" label="First day" type="date" />
        <TextField fields={fields} name="ends_on" label="Last day" type="date" />
        <TextField
          fields={fields}
          name="timezone"
          label="Time zone"
          placeholder="That of the project"
          note="Its days begin here, also those of caps."
          isCode
        />
      </div>
      <details className="offer-more">
        <summary>Network, pictures and notes</summary>
        <div className="offer-more-fields">
          <div className="offer-row">
            <TextField fields={fields} name="network" label="Network" />
            <TextField fields={fields} name="external_offer_id" label="Id at the network" isCode />
          </div>
          <TextField fields={fields} name="preview_url" label="Address of a preview" isCode />
          <TextField fields={fields} name="thumbnail" label="Address of a picture" isCode />
          <TextField
            fields={fields}
            name="notes"
            label="Notes"
            note="Only members of the project see them."
            rows={3}
          />
        </div>
      </details>
    </OfferSectionPanel>
  );
}
