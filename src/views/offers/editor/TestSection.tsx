import type { FormFields } from './form-fields.ts';
import { OfferSectionPanel } from './OfferSectionPanel.tsx';
import { TextField } from './TextField.tsx';

/** Who may report conversions, and how the offer is tested. */
export function TestSection(fields: FormFields) {
  return (
    <OfferSectionPanel
      section="test"
      lead={
        fields.isNew
          ? 'A new offer is pending. Test it on its Tracking tab, then activate it.'
          : 'The Tracking tab of the offer follows a test click to its postback.'
      }
    >
      <TextField
        fields={fields}
        name="postback_ips"
        label="Addresses that may report conversions"
        placeholder="203.0.113.0/24"
        note="One a line; empty takes reports from everywhere."
        isCode
        rows={2}
      />
    </OfferSectionPanel>
  );
}
