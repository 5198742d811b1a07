import { trafficKinds, visibilities } from '#contract/offers/fields.ts';
import { ChoiceField } from '../../kit/ChoiceField.tsx';
import { trafficWords, visibilityWords } from '../common/words.ts';
import type { FormFields } from './form-fields.ts';
import { ManyChoice } from './ManyChoice.tsx';
import { OfferSectionPanel } from './OfferSectionPanel.tsx';

/** Who may run the offer, and with which traffic. */
export function AccessSection({ draft, change }: FormFields) {
  return (
    <OfferSectionPanel section="access">
      <ChoiceField
        label="Who may run it"
        value={draft.visibility}
        values={visibilities}
        words={visibilityWords}
        onChange={(visibility) => change({ visibility })}
      />
      <ManyChoice
        legend="Wanted traffic"
        values={trafficKinds}
        words={trafficWords}
        chosen={draft.allowed_traffic}
        onChange={(allowed_traffic) => change({ allowed_traffic })}
      />
      <ManyChoice
        legend="Forbidden traffic"
        values={trafficKinds}
        words={trafficWords}
        chosen={draft.forbidden_traffic}
        onChange={(forbidden_traffic) => change({ forbidden_traffic })}
      />
    </OfferSectionPanel>
  );
}
