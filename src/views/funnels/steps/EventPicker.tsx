import type { EventCatalog } from '#contract/funnels/discovery.ts';
import { nameOfEvent } from '#model/funnel-definition.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldSelect } from '../../kit/FieldSelect.tsx';
import { count } from '../../kit/format.ts';

/** Events that steps usually count, for a project that has not recorded them yet. */
const usual = ['page_view', 'view_content', 'lead', 'initiate_checkout', 'purchase', 'upsell'];

/** A choice of the recorded events, the most frequent first, and of the usual ones that have not come yet. */
export function EventPicker({
  label,
  event,
  catalog,
  faults,
  onChoose,
}: {
  label: string;
  event: string;
  catalog: EventCatalog;
  faults?: readonly string[];
  onChoose: (event: string) => void;
}) {
  const recorded = catalog.toSorted((a, b) => b.events - a.events);
  const others = [...new Set([...usual, event])].filter(
    (name) => name !== '' && !catalog.some((known) => known.event === name),
  );
  return (
    <Field label={label} faults={faults ?? []}>
      <FieldSelect value={event} onValueChange={onChoose}>
        {event === '' ? <option value="">Choose an event</option> : null}
        {recorded.length > 0 ? (
          <optgroup label="Recorded lately">
            {recorded.map((known) => (
              <option key={known.event} value={known.event}>
                {nameOfEvent(known.event)} ({count(known.events)})
              </option>
            ))}
          </optgroup>
        ) : null}
        {others.length > 0 ? (
          <optgroup label="Not recorded lately">
            {others.map((name) => (
              <option key={name} value={name}>
                {nameOfEvent(name)}
              </option>
            ))}
          </optgroup>
        ) : null}
      </FieldSelect>
    </Field>
  );
}
