import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { type EventFilter, eventProperties } from '#contract/funnels/definition.ts';
import type { EventCatalog } from '#contract/funnels/discovery.ts';
import {
  type FieldFaults,
  faultsWithin,
  frequentValues,
  operators,
  valuesOf,
  withOperator,
  withValues,
} from '#model/funnel-definition.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { FieldSelect } from '../../kit/FieldSelect.tsx';
import { operatorWords, propertyWord, valueHint } from './filter-words.ts';

/** One condition: a property, how it compares, and with what. */
export function FilterFields({
  name,
  filter,
  event,
  path,
  faults,
  catalog,
  onChange,
  onRemove,
}: {
  /** Tells this condition from the others: “Condition 2”. */
  name: string;
  filter: EventFilter;
  event: string;
  path: string;
  faults: FieldFaults;
  catalog: EventCatalog;
  onChange: (filter: EventFilter) => void;
  onRemove: () => void;
}) {
  const seen = (catalog.find((known) => known.event === event)?.properties ?? []).map(
    ({ property }) => property,
  );
  const properties = [...new Set([...seen, ...eventProperties, filter.property])];
  const offered = frequentValues(catalog, { event }, filter.property);
  const values = valuesOf(filter);
  const list = useId();
  const isList = 'values' in filter;
  return (
    <fieldset className="filter-fields">
      <legend className="only-read">{name}</legend>
      <Field label="Property" faults={faultsWithin(faults, `${path}.property`)}>
        <FieldSelect
          value={filter.property}
          onValueChange={(chosen) => onChange({ ...filter, property: chosen })}
        >
          {properties.map((property) => (
            <option key={property} value={property}>
              {propertyWord(property)}
            </option>
          ))}
        </FieldSelect>
      </Field>
      <Field label="Comparison" faults={faultsWithin(faults, `${path}.operator`)}>
        <FieldSelect
          value={filter.operator}
          onValueChange={(chosen) => {
            const operator = operators.find((one) => one === chosen);
            if (operator) onChange(withOperator(filter, operator));
          }}
        >
          {operators.map((operator) => (
            <option key={operator} value={operator}>
              {operatorWords[operator]}
            </option>
          ))}
        </FieldSelect>
      </Field>
      {'value' in filter || isList ? (
        <Field
          label={isList ? 'Values' : 'Value'}
          note={[valueHint(filter.property), isList && 'Separate them by commas.']
            .filter(Boolean)
            .join(' ')}
          faults={[
            ...faultsWithin(faults, `${path}.value`),
            ...faultsWithin(faults, `${path}.values`),
          ]}
        >
          <ValuesInput
            list={offered.length > 0 ? list : undefined}
            values={values}
            isList={isList}
            onChange={(given) => onChange(withValues(filter, given))}
          />
          <datalist id={list}>
            {offered.map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
        </Field>
      ) : null}
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove ${name.toLowerCase()}`}
        onClick={onRemove}
      >
        <Trash2 size={16} aria-hidden="true" />
      </button>
    </fieldset>
  );
}

/** What is written stays as it is until other values are given: a comma at the end is no value yet. */
function ValuesInput({
  list,
  values,
  isList,
  onChange,
}: {
  list: string | undefined;
  values: readonly string[];
  isList: boolean;
  onChange: (values: string[]) => void;
}) {
  const valuesIn = (text: string): string[] => (isList ? listIn(text) : [text]);
  const written = values.join(', ');
  const [text, setText] = useState(written);
  if (valuesIn(text).join(', ') !== written) setText(written);
  return (
    <FieldInput
      autoComplete="off"
      list={list}
      value={text}
      onValueChange={(typed) => {
        setText(typed);
        onChange(valuesIn(typed));
      }}
    />
  );
}

const listIn = (text: string): string[] => {
  const values = text.split(',').map((value) => value.trim());
  return values.filter((value) => value !== '');
};
