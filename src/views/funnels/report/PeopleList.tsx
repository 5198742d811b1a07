import { useSelector } from '@xstate/react';
import { Users } from 'lucide-react';
import { useSearch } from 'wouter';
import type { PeopleListActor } from '#machines/funnels/funnel-people.ts';
import type { PersonRow } from '#model/funnel-dashboard.ts';
import { Failed } from '../../kit/Failed.tsx';
import { moment, money, none } from '../../kit/format.ts';
import { MoreRows } from '../../kit/MoreRows.tsx';
import { type DataColumn, DataTable } from '../../kit/tables/DataTable.tsx';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import { conversionsLink } from './conversions-link.ts';
import { Known } from './Known.tsx';
import { reasons } from './words.ts';

/** One row for each person, the latest entry first. */
export function PeopleList({
  actor,
  names,
}: {
  actor: PeopleListActor;
  names: ReadonlyMap<string, string>;
}) {
  const failed = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const empty = useSelector(actor, (snapshot) => snapshot.matches('empty'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const { rows, query, problem } = useSelector(actor, ({ context }) => context);
  if (failed && problem) {
    return <Failed problem={problem} name="people" onRetry={() => actor.send({ type: 'retry' })} />;
  }
  if (empty) {
    return (
      <div className="blank">
        <Users size={24} aria-hidden="true" />
        <p className="blank-title">Nobody is behind this figure</p>
        <p>Choose more days or fewer filters.</p>
      </div>
    );
  }
  if (!showing) return <TableSkeleton rows={12} columns={4} />;
  return (
    <>
      <DataTable<PersonRow>
        frame={{ name: 'People', className: 'people-frame' }}
        className="people"
        caption="People, the latest entry first"
        rows={rows}
        keyOf={({ id }) => id}
        columns={columnsIn(names, query)}
      />
      <MoreRows
        actor={actor}
        nextPage={{ hint: 'Rows above are kept.', retry: 'Retry the next people' }}
      />
    </>
  );
}

const columnsIn = (
  names: ReadonlyMap<string, string>,
  { timezone, currency }: { timezone: string; currency: string },
): DataColumn<PersonRow>[] => [
  {
    title: 'Entered',
    cellClass: 'people-entered',
    write: ({ entered_at }) => moment(entered_at, timezone),
  },
  {
    title: 'Person',
    isName: true,
    attributes: ({ person }) => ({ title: person }),
    write: ({ person, affid }) => (
      <>
        {short(person)}
        {affid ? <span className="people-when">affiliate {affid}</span> : null}
      </>
    ),
  },
  {
    title: 'Came to',
    write: (person) => (
      <>
        {names.get(person.furthest_step) ?? person.furthest_step}
        <span className="people-when">{cameTo(person, timezone)}</span>
      </>
    ),
  },
  { title: 'From', write: (person) => <Source person={person} /> },
  {
    title: `Revenue (${currency})`,
    className: 'people-money',
    attributes: () => ({ 'data-currency': currency }),
    write: (person) => <Revenue person={person} timezone={timezone} currency={currency} />,
  },
];

const cameTo = ({ furthest_at, entered_at, converted, open }: PersonRow, zone: string): string =>
  [
    furthest_at === entered_at ? '' : moment(furthest_at, zone),
    converted ? 'converted' : open ? 'still open' : '',
  ]
    .filter(Boolean)
    .join(', ');

function Source({ person }: { person: PersonRow }) {
  const source = person.campaign ?? person.campaign_id ?? person.channel;
  const place = [person.country, person.device].filter(Boolean).join(', ');
  return (
    <>
      {source ?? none}
      {place ? <span className="people-when">{place}</span> : null}
    </>
  );
}

function Revenue({
  person,
  timezone,
  currency,
}: {
  person: PersonRow;
  timezone: string;
  currency: string;
}) {
  const link = conversionsLink(person, timezone, useSearch());
  const revenue = money(person.revenue, currency);
  return link === null ? (
    <Known text={revenue} reason={reasons.revenue} />
  ) : (
    <a
      href={link}
      target="_blank"
      rel="noopener"
      className="link"
      aria-label={`${revenue}: conversions of ${short(person.person)}, in a new tab`}
    >
      {revenue}
    </a>
  );
}

/** Ids are long and differ at their ends. */
const short = (id: string): string => (id.length > 14 ? `${id.slice(0, 6)}…${id.slice(-6)}` : id);
