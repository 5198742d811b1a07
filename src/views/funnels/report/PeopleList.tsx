import { useSelector } from '@xstate/react';
import { Users } from 'lucide-react';
import { useSearch } from 'wouter';
import type { PeopleListActor } from '#machines/funnels/funnel-people.ts';
import type { PersonRow } from '#model/funnel-dashboard.ts';
import { Failed } from '../../kit/Failed.tsx';
import { moment, money, none } from '../../kit/format.ts';
import { MoreRows } from '../../kit/MoreRows.tsx';
import { roles } from '../../kit/tables/aria-roles.ts';
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
      <section
        className="people-frame"
        aria-label="People"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table {...roles.table} className="people">
          <caption className="only-read">People, the latest entry first</caption>
          <thead {...roles.group}>
            <tr {...roles.row}>
              <th {...roles.columnHead} scope="col">
                Entered
              </th>
              <th {...roles.columnHead} scope="col">
                Person
              </th>
              <th {...roles.columnHead} scope="col">
                Came to
              </th>
              <th {...roles.columnHead} scope="col">
                From
              </th>
              <th {...roles.columnHead} scope="col" className="people-money">
                Revenue ({query.currency})
              </th>
            </tr>
          </thead>
          <tbody {...roles.group}>
            {rows.map((person) => (
              <Person key={person.id} person={person} names={names} query={query} />
            ))}
          </tbody>
        </table>
      </section>
      <MoreRows
        actor={actor}
        nextPage={{ hint: 'Rows above are kept.', retry: 'Retry the next people' }}
      />
    </>
  );
}

function Person({
  person,
  names,
  query: { timezone, currency },
}: {
  person: PersonRow;
  names: ReadonlyMap<string, string>;
  query: { timezone: string; currency: string };
}) {
  const { entered_at, furthest_step, furthest_at, revenue, converted, open, affid } = person;
  const source = person.campaign ?? person.campaign_id ?? person.channel;
  const link = conversionsLink(person, timezone, useSearch());
  const cameTo = [
    furthest_at === entered_at ? '' : moment(furthest_at, timezone),
    converted ? 'converted' : open ? 'still open' : '',
  ]
    .filter(Boolean)
    .join(', ');
  const place = [person.country, person.device].filter(Boolean).join(', ');
  return (
    <tr {...roles.row}>
      <td {...roles.cell} className="people-entered">
        {moment(entered_at, timezone)}
      </td>
      <th {...roles.rowHead} scope="row" title={person.person}>
        {short(person.person)}
        {affid ? <span className="people-when">affiliate {affid}</span> : null}
      </th>
      <td {...roles.cell}>
        {names.get(furthest_step) ?? furthest_step}
        <span className="people-when">{cameTo}</span>
      </td>
      <td {...roles.cell}>
        {source ?? none}
        {place ? <span className="people-when">{place}</span> : null}
      </td>
      <td {...roles.cell} className="people-money" data-currency={currency}>
        {link === null ? (
          <Known text={money(revenue, currency)} reason={reasons.revenue} />
        ) : (
          <a
            href={link}
            target="_blank"
            rel="noopener"
            className="link"
            aria-label={`${money(revenue, currency)}: conversions of ${short(person.person)}, in a new tab`}
          >
            {money(revenue, currency)}
          </a>
        )}
      </td>
    </tr>
  );
}

/** Ids are long and differ at their ends. */
const short = (id: string): string => (id.length > 14 ? `${id.slice(0, 6)}…${id.slice(-6)}` : id);
