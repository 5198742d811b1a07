import { useState } from 'react';
import { useSearch } from 'wouter';
import type { ConversionLedger } from '#contract/conversions/schemas.ts';
import type { ExportActor } from '#machines/app/export.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { Question } from '#model/query.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { ExportItems } from '../kit/ExportItems.tsx';
import { change, count, money, percent } from '../kit/format.ts';
import { LoaderPanel } from '../kit/LoaderPanel.tsx';
import { type PlainColumn, PlainTable } from '../kit/tables/PlainTable.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { causeWords, countingWords } from './ledger-words.ts';
import { sideWords } from './words.ts';

type Line = ConversionLedger['lines'][number];
type Counting = ConversionLedger['countings'][number];

const definition =
  'Who saw the conversions of these days: the server, the browser, or both. The three parts add up to every conversion once, and to its revenue.';

/**
 * The ledger: what the server and the browser recorded of the same conversions, why they differ, and what that does to
 * the figures.
 */
export function Ledger({
  actor,
  selection,
  exporter,
}: {
  actor: LoaderActor<ConversionLedger, Question>;
  selection: SelectionActor;
  exporter: ExportActor | undefined;
}) {
  const [asTable, setAsTable] = useState(false);
  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      title="Server and browser"
      definition={definition}
      menu={
        <ExportItems
          actor={exporter}
          source={actor}
          title="Server and browser"
          report="conversion-ledger"
        />
      }
      twin={{ shown: asTable, onChange: setAsTable }}
      room={520}
      skeleton={<TableSkeleton rows={12} columns={3} />}
    >
      {(ledger, { currency }) => (
        <div className="ledger">
          {asTable ? (
            <LinesTable ledger={ledger} currency={currency} />
          ) : (
            <Lines ledger={ledger} currency={currency} />
          )}
          <Causes ledger={ledger} currency={currency} />
          <Countings ledger={ledger} currency={currency} />
        </div>
      )}
    </LoaderPanel>
  );
}

type Shown = { ledger: ConversionLedger; currency: string };

/** The three parts as one bar, with figures and links to their rows. */
function Lines({ ledger: { lines, total }, currency }: Shown) {
  const words = lines.map(
    ({ pairing, conversions }) => `${sideWords[pairing]} ${count(conversions)}`,
  );
  return (
    <figure className="ledger-parts">
      <div className="ledger-bar" role="img" aria-label={`${words.join(', ')}.`}>
        {lines.map(({ pairing, conversions }) =>
          conversions === 0 ? null : (
            <span key={pairing} data-part={pairing} style={{ flexGrow: conversions }} />
          ),
        )}
      </div>
      <ul>
        {lines.map((line) => (
          <li key={line.pairing}>
            <span className="ledger-key" data-part={line.pairing} aria-hidden="true" />
            <p className="ledger-name">
              <ToRows narrowed={{ sides: line.pairing }}>{sideWords[line.pairing]}</ToRows>
            </p>
            <p className="ledger-figure">
              {count(line.conversions)}
              <span> {percent(shareOf(line, total))}</span>
            </p>
            <p className="ledger-money">{money(line.revenue, currency)}</p>
          </li>
        ))}
        <li className="ledger-total">
          <p className="ledger-name">All</p>
          <p className="ledger-figure">{count(total.conversions)}</p>
          <p className="ledger-money">{money(total.revenue, currency)}</p>
        </li>
      </ul>
    </figure>
  );
}

function LinesTable({ ledger: { lines, total }, currency }: Shown) {
  const column = (
    title: string,
    key: 'conversions' | 'revenue' | 'server_revenue' | 'browser_revenue',
    write: (value: number, currency: string) => string,
  ): PlainColumn<Line> => ({
    title,
    write: (line) => write(line[key], currency),
    value: (line) => line[key],
    total: write(total[key], currency),
  });
  return (
    <PlainTable
      name="Conversions by who saw them"
      rowTitle="Seen by"
      rows={lines}
      keyOf={({ pairing }) => pairing}
      write={({ pairing }) => sideWords[pairing]}
      columns={[
        column('Conversions', 'conversions', count),
        {
          title: 'Share',
          write: (line) => percent(shareOf(line, total)),
          value: (line) => shareOf(line, total),
          total: '',
        },
        column('Revenue', 'revenue', money),
        column('As the server says', 'server_revenue', money),
        column('As the browser says', 'browser_revenue', money),
      ]}
    />
  );
}

/** The causes of differences, with advice. One conversion can have several causes. */
function Causes({ ledger, currency }: Shown) {
  const found = ledger.causes.filter(({ conversions }) => conversions > 0);
  return (
    <div className="ledger-part">
      <h3>Why the sides differ</h3>
      {found.length === 0 ? (
        <p className="ledger-note">They do not: each conversion came from both, with one value.</p>
      ) : (
        <ul className="ledger-causes">
          {found.map(({ cause, conversions, revenue }) => (
            <li key={cause}>
              <div>
                <h4>{causeWords[cause].name}</h4>
                <p>{causeWords[cause].means}</p>
                <p className="ledger-help">{causeWords[cause].help}</p>
              </div>
              <p className="ledger-figure">
                {cause === 'value_differs' ? (
                  <ToRows narrowed={{ differs: '1' }}>{conversionsIn(conversions)}</ToRows>
                ) : (
                  conversionsIn(conversions)
                )}
                <span>
                  {money(revenue, currency)} {currency}
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
      {ledger.fallback.conversions > 0 ? (
        <p className="ledger-note">
          <ToRows narrowed={{ matched: 'fallback' }}>
            {conversionsIn(ledger.fallback.conversions)}
          </ToRows>{' '}
          matched without a common id, by person, value and time.
        </p>
      ) : null}
    </div>
  );
}

/** The revenue of the same days by each way of counting, compared with the dashboard's default. */
function Countings({ ledger, currency }: Shown) {
  const alone = ledger.countings.find(({ by }) => by === 'browser')?.conversions ?? 0;
  const inParts = ledger.lines
    .filter(({ pairing }) => pairing !== 'server_only')
    .reduce((sum, { conversions }) => sum + conversions, 0);
  const server = ledger.countings.find(({ by }) => by === 'server')?.revenue ?? 0;
  const over = ({ revenue }: Counting) => (server === 0 ? null : (revenue - server) / server);
  return (
    <div className="ledger-part">
      <h3>Revenue by each way of counting</h3>
      <PlainTable
        name="Revenue by each way of counting"
        rowTitle="Counted"
        rows={ledger.countings}
        keyOf={({ by }) => by}
        write={({ by }) => countingWords[by]}
        columns={[
          { title: 'Conversions', write: ({ conversions }) => count(conversions) },
          { title: `Revenue, ${currency}`, write: ({ revenue }) => money(revenue, currency) },
          {
            title: 'Against server, unique',
            write: (one) => (one.by === 'server' ? '' : change(over(one))),
            quiet: true,
          },
        ]}
      />
      {alone === inParts ? null : (
        <p className="ledger-note">
          The parts above hold {count(inParts)} that the browser saw. By itself it counts{' '}
          {count(alone)}: each report on its own day, where its own currency has a rate.
        </p>
      )}
    </div>
  );
}

/** A link to the rows of the log that make up a figure: counted conversions with further filters. */
function ToRows({ narrowed, children }: { narrowed: Record<string, string>; children: string }) {
  const query = new URLSearchParams(useSearch());
  for (const key of ['status', 'sides', 'matched', 'attributed', 'differs', 'least', 'find']) {
    query.delete(key);
  }
  for (const [key, value] of Object.entries({ kind: 'conversion', out: 'none', ...narrowed })) {
    query.set(key, value);
  }
  return <AppLink to={`/conversions?${query}`}>{children}</AppLink>;
}

const conversionsIn = (conversions: number): string =>
  `${count(conversions)} ${conversions === 1 ? 'conversion' : 'conversions'}`;

const shareOf = ({ conversions }: Line, total: ConversionLedger['total']): number | null =>
  total.conversions === 0 ? null : conversions / total.conversions;
