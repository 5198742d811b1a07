import type { AffiliateRef } from '#contract/accounts/session.ts';
import { defaultGoal, offerDevices } from '#contract/offers/fields.ts';
import { ChoiceField } from '../../kit/ChoiceField.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { AffiliateChoice } from '../common/AffiliateChoice.tsx';
import { deviceWords } from '../common/words.ts';
import type { TermsFields } from './terms-fields.ts';

const anyDevice = ['', ...offerDevices] as const;
const anyDeviceWords = { '': 'All devices', ...deviceWords };

/** For whom and what terms are: the ones that name most win. */
export function TermsKeys({
  fields: { terms, change, faultsAt, leave },
  goals,
  affiliates,
}: {
  fields: TermsFields;
  goals: readonly { key: string; name: string }[];
  affiliates: readonly AffiliateRef[];
}) {
  const named = goals.filter(({ key }) => key !== '' && key !== defaultGoal);
  const keys = [...new Set([defaultGoal, ...named.map(({ key }) => key), terms.goal])];
  const words = Object.fromEntries(
    keys.map((key) => [key, named.find((goal) => goal.key === key)?.name || key]),
  );
  return (
    <div className="offer-row">
      <AffiliateChoice
        label="For the affiliate"
        value={terms.affiliate}
        affiliates={affiliates}
        everyone="Everyone"
        faults={faultsAt('affiliate')}
        onChange={(affiliate) => change({ affiliate })}
      />
      {keys.length > 1 ? (
        <ChoiceField
          label="For the goal"
          value={terms.goal}
          values={keys}
          words={{ ...words, [defaultGoal]: 'The conversion' }}
          faults={faultsAt('goal')}
          onChange={(goal) => change({ goal })}
        />
      ) : null}
      <Field
        label="For the country"
        note="Two letters, such as US; empty for all."
        faults={faultsAt('country')}
        onLeave={leave('country')}
      >
        <FieldInput
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={2}
          value={terms.country}
          onValueChange={(country) => change({ country }, 'country')}
        />
      </Field>
      <ChoiceField
        label="For the device"
        value={terms.device}
        values={anyDevice}
        words={anyDeviceWords}
        faults={faultsAt('device')}
        onChange={(device) => change({ device })}
      />
    </div>
  );
}
