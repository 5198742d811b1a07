import { useSelector } from '@xstate/react';
import { Ban, Check, Search } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { FilterGroup } from '#contract/analytics/dimensions.ts';
import {
  bareValue,
  excludedValue,
  includedValue,
  isExcluded,
} from '#contract/analytics/filter-value.ts';
import type { FilterOptionsActor } from '#machines/selection/filter-options.ts';
import { valuesIn } from '#machines/selection/filters.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { FilterValue } from '#model/query.ts';
import { Button } from '../kit/Button.tsx';
import { count } from '../kit/format.ts';
import { nameOfCountry } from '../kit/places.ts';
import { Skeleton } from '../kit/Skeleton.tsx';
import { groupNames } from './groups.ts';

/** More values are found by searching. */
const mostShown = 100;

/** The values of one group: include, exclude, search or type them. */
export function FilterValues({
  group,
  selection,
  filters,
}: {
  group: FilterGroup;
  selection: SelectionActor;
  filters: FilterOptionsActor;
}) {
  const chosen = useSelector(selection, ({ context }) => valuesIn(context, group));
  const values = useSelector(filters, ({ context }) => context.values).map((value) => ({
    ...value,
    label: group === 'country' ? nameOfCountry(value.value) : value.label,
  }));
  const [text, setText] = useState('');
  const typed = text.trim();
  const found = values.filter(({ value, label }) =>
    `${label} ${value}`.toLowerCase().includes(bareValue(typed).toLowerCase()),
  );
  const isListed = values.some(({ value }) => value === bareValue(typed));
  const choose = (next: string[]) => selection.send({ type: 'filter.choose', group, values: next });
  const add = (value: string) => {
    choose([...chosen, value]);
    setText('');
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && bareValue(typed) !== '') add(typed);
  };

  return (
    <div className="filter-values">
      <div className="filter-search">
        <Search size={14} aria-hidden="true" />
        <input
          className="picker-input"
          placeholder="Search or type a value"
          aria-label={`Search or type a value of ${groupNames[group]}`}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {bareValue(typed) !== '' && !isListed ? (
        <Value
          value={{ value: bareValue(typed), label: `“${bareValue(typed)}”`, count: null }}
          chosen={chosen}
          onChoose={(next) => {
            choose(next);
            setText('');
          }}
        />
      ) : null}
      <Found
        group={group}
        filters={filters}
        values={found.slice(0, mostShown)}
        chosen={chosen}
        onChoose={choose}
      />
      {found.length > mostShown ? (
        <p className="filter-note">
          The first {mostShown} of {count(found.length)} are listed. Type to find the others.
        </p>
      ) : null}
    </div>
  );
}

function Found({
  group,
  filters,
  values,
  chosen,
  onChoose,
}: {
  group: FilterGroup;
  filters: FilterOptionsActor;
  values: FilterValue[];
  chosen: string[];
  onChoose: (values: string[]) => void;
}) {
  const busy = useSelector(filters, (snapshot) => snapshot.hasTag('busy'));
  const empty = useSelector(filters, (snapshot) => snapshot.matches({ open: 'empty' }));
  const failed = useSelector(filters, (snapshot) => snapshot.matches({ open: 'failed' }));
  const problem = useSelector(filters, ({ context }) => context.problem);
  if (busy && values.length === 0) {
    return (
      <div className="filter-list" role="status" aria-label="Reading the values">
        {[140, 96, 168, 120].map((width) => (
          <span key={width} className="filter-value">
            <Skeleton width={width} />
          </span>
        ))}
      </div>
    );
  }
  const list = (
    <ul className="filter-list" aria-busy={busy}>
      {values.map((value) => (
        <li key={value.value}>
          <Value value={value} chosen={chosen} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
  if (failed && problem) {
    return (
      <>
        <div className="filter-note" role="alert">
          <p>{problem.message}</p>
          <Button size="small" onClick={() => filters.send({ type: 'retry' })}>
            Retry
          </Button>
        </div>
        {values.length > 0 ? list : null}
      </>
    );
  }
  if (empty) {
    return <p className="filter-note">No event of the last 90 days has one. Type it instead.</p>;
  }
  return (
    <>
      {values.some(({ count: seen }) => seen !== null) ? (
        <p className="filter-counted">{counted(group)}</p>
      ) : null}
      {list}
    </>
  );
}

/** What the counts beside the values mean; they do not depend on the selected days. */
const counted = (group: FilterGroup): string =>
  group === 'offer_id' ? 'Conversions, last 30 days' : 'Clicks, last 90 days';

/** One value with its include and exclude switches. */
function Value({
  value: { value, label, count: seen },
  chosen,
  onChoose,
}: {
  value: FilterValue;
  chosen: string[];
  onChoose: (values: string[]) => void;
}) {
  const current = chosen.find((one) => bareValue(one) === value);
  const others = chosen.filter((one) => one !== current);
  const isIn = current !== undefined && !isExcluded(current);
  const isOut = current !== undefined && isExcluded(current);
  return (
    <span className="filter-value" data-without={isOut || undefined}>
      <button
        type="button"
        className="menu-item"
        aria-pressed={isIn}
        aria-label={`Only ${label}`}
        onClick={() => onChoose(isIn ? others : [...others, includedValue(value)])}
      >
        <span className="menu-mark">{isIn ? <Check size={14} aria-hidden="true" /> : null}</span>
        <span className="menu-text">{label}</span>
        {seen === null ? null : <span className="menu-note">{count(seen)}</span>}
      </button>
      <button
        type="button"
        className="icon-button filter-without"
        aria-pressed={isOut}
        aria-label={`Leave out ${label}`}
        onClick={() => onChoose(isOut ? others : [...others, excludedValue(value)])}
      >
        <Ban size={14} aria-hidden="true" />
      </button>
    </span>
  );
}
