import { useSelector } from '@xstate/react';
import { mapState } from 'xstate';
import type { TableQuestion } from '#contract/query.ts';
import type { Table } from '#contract/report.ts';
import { type BreakdownActor, type BreakdownSnapshot, pageSizes } from '#machines/breakdown.ts';
import type { LoaderActor } from '#machines/loader.ts';
import type { SelectionActor } from '#machines/selection.ts';
import { definitions } from '../parts/definitions.ts';
import { LoaderPanel } from '../parts/LoaderPanel.tsx';
import { BreakdownTable } from '../tables/BreakdownTable.tsx';
import { type Crumb, Crumbs } from '../tables/Crumbs.tsx';
import { Pages } from '../tables/Pages.tsx';
import { TableSkeleton } from '../tables/TableSkeleton.tsx';

type Level = { row: string; all: string };

const levels = {
  campaigns: { row: 'Campaign', all: 'Campaigns' },
  adSets: { row: 'Ad set', all: 'Ad sets' },
  ads: { row: 'Ad', all: 'Ads' },
} satisfies Record<string, Level>;

const levelOf = (snapshot: BreakdownSnapshot): Level =>
  mapState<BreakdownSnapshot, Level>(snapshot, {
    states: {
      campaigns: { map: () => levels.campaigns },
      adSets: { map: () => levels.adSets },
      ads: { map: () => levels.ads },
    },
  })[0]?.result ?? levels.campaigns;

/** The conversion table: campaigns, the ad sets of one, the ads of one of those. */
export function BreakdownPanel({
  actor,
  selection,
}: {
  actor: BreakdownActor;
  selection: SelectionActor;
}) {
  const rows = useSelector(actor, ({ children }) => children.rows);
  return rows ? <Rows actor={actor} rows={rows} selection={selection} /> : null;
}

function Rows({
  actor,
  rows,
  selection,
}: {
  actor: BreakdownActor;
  rows: LoaderActor<Table, TableQuestion>;
  selection: SelectionActor;
}) {
  const level = useSelector(actor, levelOf);
  const { question, path, sort, order, page, pageSize } = useSelector(
    actor,
    ({ context }) => context,
  );
  const deepest = useSelector(
    actor,
    (snapshot) => !snapshot.can({ type: 'row.open', key: '', label: '' }),
  );

  return (
    <LoaderPanel
      actor={rows}
      selection={selection}
      title="Breakdown"
      definition={definitions.breakdown}
      above={<Crumbs crumbs={crumbsOf(actor, level, path)} />}
      skeleton={<TableSkeleton rows={pageSize === 'all' ? 10 : pageSize} />}
    >
      {(report) => (
        <>
          <BreakdownTable
            name={level.row}
            report={report}
            side={question.browserConversions ? 'browser' : 'server'}
            sort={sort}
            order={order}
            page={page - 1}
            size={pageSize === 'all' ? Math.max(report.rows.length, 1) : pageSize}
            onSort={(chosen) => actor.send({ type: 'sort.choose', sort: chosen })}
            onOpen={
              deepest
                ? null
                : ({ key, label }) => actor.send({ type: 'row.open', key: key ?? '', label })
            }
          />
          <Pages
            rows={report.rows.length}
            page={page}
            size={pageSize}
            sizes={pageSizes}
            onPage={(chosen) => actor.send({ type: 'page.choose', page: chosen })}
            onSize={(chosen) => actor.send({ type: 'pageSize.choose', pageSize: chosen })}
          />
        </>
      )}
    </LoaderPanel>
  );
}

/** All campaigns, the opened campaign, the opened ad set; the last one is where somebody is. */
function crumbsOf(
  actor: BreakdownActor,
  level: Level,
  path: readonly { label: string }[],
): Crumb[] {
  const [campaign, adSet] = path;
  const ways = [
    () => actor.send({ type: 'campaigns.open' }),
    () => actor.send({ type: 'adSets.open' }),
  ];
  const labels = ['All campaigns', campaign?.label, adSet?.label].filter(
    (label) => label !== undefined,
  );
  return labels.map((label, depth) => ({
    key: String(depth),
    label:
      depth === labels.length - 1 && depth > 0 ? `${label}: ${level.all.toLowerCase()}` : label,
    onOpen: depth < labels.length - 1 ? (ways[depth] ?? null) : null,
  }));
}
