import { useSelector } from '@xstate/react';
import { Search } from 'lucide-react';
import { offerStatuses } from '#contract/offers/fields.ts';
import type { OfferLine } from '#contract/offers/offer.ts';
import type { OffersListActor } from '#machines/offers/offers-list.ts';
import { filterIn, isNarrow, noFilter, valuesIn } from '#model/offer-list.ts';
import { Button } from '../../kit/Button.tsx';
import { MenuSelect } from '../../kit/MenuSelect.tsx';
import { nameOfCountry } from '../../kit/places.ts';
import { statusWords } from '../common/words.ts';

/** The search and the filters of the list; a field that no offer has is not offered. */
export function OfferFilters({
  actor,
  offers,
  isInternal,
}: {
  actor: OffersListActor;
  offers: readonly OfferLine[];
  isInternal: boolean;
}) {
  const params = useSelector(actor, ({ context }) => context.place.params);
  const filter = filterIn(params);
  const change = (changed: Record<string, string>) =>
    actor.send({ type: 'params.change', params: changed });
  const countries = valuesIn(offers.flatMap((offer) => offer.countries));
  return (
    <fieldset className="log-filters">
      <legend className="only-read">Filters of the list</legend>
      <label className="log-search">
        <Search size={16} aria-hidden="true" />
        <span className="only-read">Name, id, advertiser or tag of an offer</span>
        <input
          type="search"
          value={filter.find}
          maxLength={80}
          placeholder="Name, id, advertiser or tag"
          onChange={({ target }) => change({ find: target.value })}
        />
      </label>
      {isInternal ? (
        <Narrow
          label="Status"
          value={filter.status}
          values={offerStatuses}
          word={(value) => statusWords[value]}
          all="All but archived"
          onChoose={(status) => change({ status })}
        />
      ) : null}
      <Narrow
        label="Category"
        value={filter.category}
        values={valuesIn(offers.map(({ category }) => category))}
        onChoose={(category) => change({ category })}
      />
      <Narrow
        label="Country"
        value={filter.country}
        values={countries}
        word={nameOfCountry}
        onChoose={(country) => change({ country })}
      />
      <Narrow
        label="Tag"
        value={filter.tag}
        values={valuesIn(offers.flatMap(({ tags }) => tags))}
        onChoose={(tag) => change({ tag })}
      />
      {isNarrow(filter) ? (
        <Button look="quiet" onClick={() => change(noFilter)}>
          Clear filters
        </Button>
      ) : null}
    </fieldset>
  );
}

function Narrow<Value extends string>({
  label,
  value,
  values,
  word = (name) => name,
  all = 'Any',
  onChoose,
}: {
  label: string;
  value: Value | null;
  values: readonly Value[];
  word?: (value: Value) => string;
  all?: string;
  onChoose: (value: Value | '') => void;
}) {
  if (values.length === 0 && value === null) return null;
  return (
    <MenuSelect<Value | ''>
      value={value ?? ''}
      shown={value === null ? label : `${label}: ${word(value)}`}
      options={[
        { value: '', label: all },
        ...values.map((name) => ({ value: name, label: word(name) })),
      ]}
      onChoose={onChoose}
    />
  );
}
