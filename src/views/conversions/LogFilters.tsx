import { useSelector } from '@xstate/react';
import { ListFilter, Search } from 'lucide-react';
import { useState } from 'react';
import { emptyLogFilter, type LogFilter } from '#contract/conversions/log-filter.ts';
import {
  conversionRecords,
  conversionStatuses,
  exclusions,
  pairedBy,
  pairings,
} from '#contract/conversions/query.ts';
import type { ConversionLogActor } from '#machines/conversions/conversion-log.ts';
import { Button } from '../kit/Button.tsx';
import { DecimalInput } from '../kit/DecimalInput.tsx';
import { MenuSelect, type Option } from '../kit/MenuSelect.tsx';
import { numberText } from '../kit/typed-number.ts';
import { excludedWords, matchedWords, recordWords, sideWords, statusWord } from './words.ts';

const any = { value: 'any', label: 'Any' } as const;
const optionsOf = <Value extends string>(
  values: readonly Value[],
  word: (value: Value) => string,
): readonly Option<Value | 'any'>[] => [
  any,
  ...values.map((value) => ({ value, label: word(value) })),
];

const statusOptions = optionsOf(conversionStatuses, statusWord);
const sideOptions = optionsOf(pairings, (value) => sideWords[value]);
const matchedOptions = optionsOf(pairedBy, (value) => matchedWords[value]);
const recordOptions = optionsOf(conversionRecords, (value) => recordWords[value]);
const outOptions = optionsOf(['none', ...exclusions] as const, (value) => excludedWords[value]);
const creditOptions = [
  any,
  { value: 'yes', label: 'To a click' },
  { value: 'no', label: 'To no click' },
] as const;
const valueOptions = [
  any,
  { value: 'yes', label: 'Differ' },
  { value: 'no', label: 'Are the same' },
] as const;

const moreFilters = ['record', 'excluded', 'pairedBy', 'mismatch', 'least'] as const;

/** The filters of the log: the common ones, and the rest behind a button. */
export function LogFilters({ actor }: { actor: ConversionLogActor }) {
  const filter = useSelector(actor, ({ context }) => context.filter);
  const set = moreFilters.filter((name) => filter[name] !== emptyLogFilter[name]).length;
  const [isOpen, setOpen] = useState(set > 0);
  const change = (filter: Partial<LogFilter>) => actor.send({ type: 'filter.change', filter });
  return (
    <fieldset className="log-filters">
      <legend className="only-read">Filters of the log</legend>
      <label className="log-search">
        <Search size={16} aria-hidden="true" />
        <span className="only-read">Beginning of an order, click, event or conversion id</span>
        <input
          type="search"
          value={filter.search}
          maxLength={200}
          placeholder="Order, click or conversion id"
          onChange={({ target }) =>
            actor.send({ type: 'text.change', text: { search: target.value } })
          }
        />
      </label>
      <Narrow
        label="Status"
        value={filter.status}
        options={statusOptions}
        onChoose={(status) => change({ status })}
      />
      <Narrow
        label="Seen by"
        value={filter.pairing}
        options={sideOptions}
        onChoose={(pairing) => change({ pairing })}
      />
      <Narrow
        label="Credited"
        value={yesOrNo(filter.attributed)}
        options={creditOptions}
        onChoose={(value) => change({ attributed: trueOrFalse(value) })}
      />
      <button
        type="button"
        className="trigger"
        aria-expanded={isOpen}
        aria-controls="log-more"
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter size={16} aria-hidden="true" />
        More filters{set > 0 ? `, ${set} set` : ''}
      </button>
      {isNarrow(filter) ? (
        <Button look="quiet" onClick={() => change(emptyLogFilter)}>
          Show all
        </Button>
      ) : null}
      <div className="log-more" id="log-more" hidden={!isOpen}>
        <Narrow
          label="Kind"
          value={filter.record}
          options={recordOptions}
          onChoose={(record) => change({ record })}
        />
        <Narrow
          label="Counted"
          value={filter.excluded}
          options={outOptions}
          onChoose={(excluded) => change({ excluded })}
        />
        <Narrow
          label="Matched"
          value={filter.pairedBy}
          options={matchedOptions}
          onChoose={(pairedBy) => change({ pairedBy })}
        />
        <Narrow
          label="Values of both sides"
          value={yesOrNo(filter.mismatch)}
          options={valueOptions}
          onChoose={(value) => change({ mismatch: trueOrFalse(value) })}
        />
        <label className="log-least" htmlFor="log-least">
          <span>Value at least</span>
          <DecimalInput
            id="log-least"
            value={filter.least}
            maxLength={20}
            placeholder={numberText('0.00')}
            onDecimal={(least) => actor.send({ type: 'text.change', text: { least } })}
          />
        </label>
      </div>
    </fieldset>
  );
}

/** One filter with its name and its value. */
function Narrow<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: Value | null;
  options: readonly Option<Value | 'any'>[];
  onChoose: (value: Value | null) => void;
}) {
  const chosen = options.find((option) => option.value === value)?.label;
  return (
    <MenuSelect<Value | 'any'>
      value={value ?? 'any'}
      shown={chosen ? `${label}: ${chosen}` : label}
      options={options}
      onChoose={(picked) => onChoose(picked === 'any' ? null : picked)}
    />
  );
}

const yesOrNo = (value: boolean | null) => (value === null ? null : value ? 'yes' : 'no');
const trueOrFalse = (value: 'yes' | 'no' | null) => (value === null ? null : value === 'yes');

export const isNarrow = (filter: LogFilter): boolean =>
  Object.entries(emptyLogFilter).some(([name, open]) => {
    const value = filter[name as keyof LogFilter];
    return (typeof value === 'string' ? value.trim() : value) !== open;
  });
