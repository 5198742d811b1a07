import { useSelector } from '@xstate/react';
import { Search } from 'lucide-react';
import { type LogFilter, openLog } from '#contract/conversion-log.ts';
import { conversionStatuses, pairings } from '#contract/conversion-query.ts';
import type { ConversionsActor } from '#machines/conversions.ts';
import { Button } from '../parts/Button.tsx';
import { Choice } from '../parts/Choice.tsx';
import { sideWords, statusWord } from './words.ts';

const statusOptions = [
  { value: 'all', label: 'All' },
  ...conversionStatuses.map((value) => ({ value, label: statusWord(value) })),
] as const;
const sideOptions = [
  { value: 'all', label: 'All' },
  ...pairings.map((value) => ({ value, label: sideWords[value] })),
] as const;
const creditOptions = [
  { value: 'all', label: 'All' },
  { value: 'yes', label: 'To a click' },
  { value: 'no', label: 'To no click' },
] as const;

/** What narrows the log beside the selection of the page. */
export function LogFilters({ actor }: { actor: ConversionsActor }) {
  const filter = useSelector(actor, ({ context }) => context.filter);
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
          onChange={({ target }) => actor.send({ type: 'search.change', search: target.value })}
        />
      </label>
      <Choice
        label="Status"
        value={filter.status ?? 'all'}
        options={statusOptions}
        onChoose={(value) => change({ status: value === 'all' ? null : value })}
      />
      <Choice
        label="Seen by"
        value={filter.pairing ?? 'all'}
        options={sideOptions}
        onChoose={(value) => change({ pairing: value === 'all' ? null : value })}
      />
      <Choice
        label="Credited"
        value={filter.attributed === null ? 'all' : filter.attributed ? 'yes' : 'no'}
        options={creditOptions}
        onChoose={(value) => change({ attributed: value === 'all' ? null : value === 'yes' })}
      />
      {isNarrow(filter) ? (
        <Button look="quiet" onClick={() => change(openLog)}>
          Show all
        </Button>
      ) : null}
    </fieldset>
  );
}

export const isNarrow = (filter: LogFilter): boolean =>
  filter.status !== null ||
  filter.pairing !== null ||
  filter.attributed !== null ||
  filter.search.trim() !== '';
