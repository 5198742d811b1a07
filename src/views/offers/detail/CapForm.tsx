import { useState } from 'react';
import type { AffiliateRef } from '#contract/accounts/session.ts';
import { capIntervals, capMetrics } from '#contract/offers/caps.ts';
import { overCapPolicies } from '#contract/offers/fields.ts';
import type { Problem } from '#contract/problem.ts';
import type { CapDraft, CapRow } from '#model/offer-detail.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldSelect } from '../../kit/FieldSelect.tsx';
import { FormActions } from '../../kit/FormActions.tsx';
import { FormField } from '../../kit/FormField.tsx';
import { fieldErrorsOf } from '../../kit/form-errors.ts';
import { SchemaForm } from '../../kit/SchemaForm.tsx';
import { numbersIn, numberText } from '../../kit/typed-number.ts';
import { metricWords } from '../common/words.ts';
import { capitalized, intervalNames, policyWords } from './words.ts';

const fields = ['metric', 'interval', 'limit', 'affiliate', 'soft_pct', 'policy'];

/** The form of a cap. What an existing cap counts stays as it is. */
export function CapForm({
  draft,
  entry,
  affiliates,
  currency,
  busy,
  problem,
  onSave,
  onCancel,
}: {
  draft: CapDraft;
  entry: CapRow | null;
  affiliates: readonly AffiliateRef[];
  currency: string;
  busy: boolean;
  problem: Problem | null;
  onSave: (draft: CapDraft) => void;
  onCancel: () => void;
}) {
  const [metric, setMetric] = useState(draft.metric);
  const isMoney = metric === 'revenue' || metric === 'payout';
  const isFixed = entry !== null;
  return (
    <SchemaForm
      name="Cap"
      schema={async () => (await import('#contract/offers/caps.ts')).newCapSchema}
      read={(values) => ({
        ...numbersIn('limit')({ ...draft, ...values }),
        affiliate: isFixed ? draft.affiliate : Number(values.affiliate) || null,
        soft_pct: Number(values.soft_pct),
        policy: values.policy || null,
      })}
      problems={fieldErrorsOf(problem)}
      onAnswers={(answers) => onSave(answers)}
    >
      <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
        {isFixed ? null : (
          <>
            <Field name="metric" label="What it counts">
              <FieldSelect
                defaultValue={draft.metric}
                onValueChange={(value) =>
                  setMetric(capMetrics.find((one) => one === value) ?? metric)
                }
              >
                {capMetrics.map((one) => (
                  <option key={one} value={one}>
                    {capitalized(metricWords[one])}
                  </option>
                ))}
              </FieldSelect>
            </Field>
            <Field name="interval" label="Per">
              <FieldSelect defaultValue={draft.interval}>
                {capIntervals.map((one) => (
                  <option key={one} value={one}>
                    {one === 'total' ? 'In total' : capitalized(one)}
                  </option>
                ))}
              </FieldSelect>
            </Field>
          </>
        )}
        <FormField
          name="limit"
          label={isMoney ? `Limit (${currency})` : 'Limit'}
          autoComplete="off"
          autoFocus
          defaultValue={numberText(draft.limit)}
          note={
            isFixed
              ? `${capitalized(metricWords[metric])} ${intervalNames[draft.interval]}`
              : undefined
          }
        />
        {isFixed ? null : (
          <Field
            name="affiliate"
            label="For"
            note="A cap of an affiliate applies beside the caps for all."
          >
            <FieldSelect defaultValue="">
              <option value="">All together</option>
              {affiliates.map(({ id, name, aff_id }) => (
                <option key={id} value={id}>
                  {name || aff_id}
                </option>
              ))}
            </FieldSelect>
          </Field>
        )}
        <FormField
          name="soft_pct"
          label="Near from (percent)"
          autoComplete="off"
          defaultValue={String(draft.soft_pct)}
        />
        <Field name="policy" label="When it is full">
          <FieldSelect defaultValue={draft.policy ?? ''}>
            <option value="">As the offer says</option>
            {overCapPolicies.map((one) => (
              <option key={one} value={one}>
                {policyWords[one]}
              </option>
            ))}
          </FieldSelect>
        </Field>
      </fieldset>
      <FormActions
        problem={problem}
        fields={fields}
        action={isFixed ? 'Save cap' : 'Add cap'}
        busy={busy}
        onCancel={onCancel}
      />
    </SchemaForm>
  );
}
