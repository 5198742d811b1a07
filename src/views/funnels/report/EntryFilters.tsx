import { Popover } from '@base-ui/react/popover';
import { ListFilter, X } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { type EventFilter, longestValue, mostFilters } from '#contract/funnels/definition.ts';
import { type FunnelBreakdown, funnelBreakdowns } from '#contract/funnels/report.ts';
import { Button } from '../../kit/Button.tsx';
import { FloatingPopup } from '../../kit/FloatingPopup.tsx';
import { filterWords, propertyWord, valueHint } from '../steps/filter-words.ts';

/** The conditions on the event with which an attempt began. */
export function EntryFilters({
  filters,
  onChange,
}: {
  filters: readonly EventFilter[];
  onChange: (filters: readonly EventFilter[]) => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <div className="report-filters">
      {filters.map((filter) => {
        const words = filterWords(filter);
        return (
          <span key={JSON.stringify(filter)} className="chip filter-chip">
            <span className="filter-chip-text">{words}</span>
            <button
              type="button"
              className="chip-remove"
              aria-label={`Remove ${words}`}
              onClick={() => onChange(filters.filter((one) => one !== filter))}
            >
              <X size={12} aria-hidden="true" />
            </button>
          </span>
        );
      })}
      {filters.length < mostFilters ? (
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Trigger className="trigger">
            <ListFilter size={16} aria-hidden="true" />
            Filter entries
          </Popover.Trigger>
          <FloatingPopup label="Filter entries" look="report-filter">
            <FilterForm
              onAdd={(filter) => {
                setOpen(false);
                onChange([...filters, filter]);
              }}
            />
          </FloatingPopup>
        </Popover.Root>
      ) : null}
    </div>
  );
}

function FilterForm({ onAdd }: { onAdd: (filter: EventFilter) => void }) {
  const [property, setProperty] = useState<FunnelBreakdown>('country');
  const [operator, setOperator] = useState<'in' | 'not_in'>('in');
  const [value, setValue] = useState('');
  const hint = valueHint(property);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (value.trim() !== '') onAdd({ property, operator, values: [value.trim()] });
  };
  return (
    <form onSubmit={submit}>
      <label>
        Property of the entry
        <select
          value={property}
          onChange={({ target }) => {
            const chosen = funnelBreakdowns.find((one) => one === target.value);
            if (chosen) setProperty(chosen);
          }}
        >
          {funnelBreakdowns.map((one) => (
            <option key={one} value={one}>
              {propertyWord(one)}
            </option>
          ))}
        </select>
      </label>
      <label>
        Condition
        <select
          value={operator}
          onChange={({ target }) => setOperator(target.value === 'in' ? 'in' : 'not_in')}
        >
          <option value="in">is</option>
          <option value="not_in">is not</option>
        </select>
      </label>
      <label>
        Value
        {hint ? <small>{hint}</small> : null}
        <input
          value={value}
          maxLength={longestValue}
          required
          onChange={({ target }) => setValue(target.value)}
        />
      </label>
      <Button type="submit">Add filter</Button>
    </form>
  );
}
