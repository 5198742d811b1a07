import { useSelector } from '@xstate/react';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { Grouping } from '#contract/analytics/dimensions.ts';
import { costHidingFilter, costHidingGrouping } from '#contract/analytics/known-cost.ts';
import type { Table, TableRow } from '#contract/analytics/report.ts';
import type { TableSort } from '#contract/analytics/report-query.ts';
import { pageSizes } from '#contract/saved-views/table-state.ts';
import type { BreakdownActor } from '#machines/dashboard/breakdown.ts';
import {
  availableGroupings,
  childGroupingOf,
  isEstimateNeeded,
  levelBelow,
  showsSpent,
} from '#machines/dashboard/breakdown-model.ts';
import { filterToRow } from '#machines/dashboard/table-filters.ts';
import type { LoaderActor, LoaderSnapshot } from '#machines/kit/loader.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { Freshness, TableQuestion } from '#model/query.ts';
import { definitions } from '../kit/definitions.ts';
import { EarningChip } from '../kit/EarningChip.tsx';
import { count } from '../kit/format.ts';
import { LoaderPanel, type PanelProps } from '../kit/LoaderPanel.tsx';
import { MenuSelect, type Option } from '../kit/MenuSelect.tsx';
import { Pages } from '../kit/tables/Pages.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { BrowsersOnlyNote } from './BrowsersOnlyNote.tsx';
import { costComparisonOf } from './cost-comparison.ts';
import { BreakdownTable } from './table/BreakdownTable.tsx';
import { ColumnsMenu } from './table/ColumnsMenu.tsx';
import { type Crumb, Crumbs } from './table/Crumbs.tsx';
import { columnAmong, columnOf } from './table/columns.tsx';
import { EstimateChip } from './table/EstimateChip.tsx';
import { groupingNames, labelOf, namedGroupings } from './table/groupings.ts';
import { pageOf } from './table/page-of.ts';
import { RowMenu } from './table/RowMenu.tsx';
import type { MenuTarget, OpenableRow } from './table/RowName.tsx';
import { hiddenRows, spentTitle } from './table/spent.ts';
import { rowsIn } from './table/sums.ts';

/** Longer tables scroll inside their panel below a fixed head. */
const mostInFull = 25;

/** The breakdown table with its drill-down. */
export function BreakdownPanel(panel: PanelProps<BreakdownActor>) {
  const rows = useSelector(panel.actor, ({ children }) => children.rows);
  return rows ? <Rows {...panel} rows={rows} /> : null;
}

function Rows({
  actor,
  rows,
  selection,
  menu,
}: PanelProps<BreakdownActor> & { rows: LoaderActor<Table, TableQuestion> }) {
  const { columns, pageSize } = useSelector(actor, ({ context }) => context);
  const hidden = useSelector(rows, costHidden);
  return (
    <LoaderPanel
      actor={rows}
      selection={selection}
      menu={menu}
      title="Breakdown"
      definition={definitions.breakdown}
      tools={
        <ColumnsMenu
          chosen={columns}
          onChoose={(chosen) => actor.send({ type: 'columns.choose', columns: chosen })}
        />
      }
      above={<Place actor={actor} rows={rows} />}
      skeleton={
        <TableSkeleton rows={pageSize === 'all' ? mostInFull : pageSize} columns={columns.length} />
      }
    >
      {(report, freshness) => (
        <Level
          actor={actor}
          selection={selection}
          report={report}
          freshness={freshness}
          hidden={hidden}
        />
      )}
    </LoaderPanel>
  );
}

/** The breadcrumb, the active row filters and the search. */
function Place({
  actor,
  rows,
}: {
  actor: BreakdownActor;
  rows: LoaderActor<Table, TableQuestion>;
}) {
  const { grouping, path, isEarning, isEstimating, find } = useSelector(
    actor,
    ({ context }) => context,
  );
  const isEstimatable = useSelector(actor, ({ context }) => isEstimateNeeded(context));
  const estimate = useSelector(rows, ({ context }) => context.answer?.data.estimate);
  const currency = useSelector(rows, ({ context }) => context.query.currency);
  const named = useSelector(rows, ({ context }) => context.answer?.data.parents);
  const hidden = useSelector(rows, hiddenIn);
  const crumbs = path.map(
    (crumb, depth): Crumb => ({
      key: String(depth),
      label: `${groupingNames[crumb.grouping].one}: ${labelOf(crumb.grouping, named?.[depth] ?? crumb)}`,
      onOpen: () => actor.send({ type: 'level.open', depth: depth + 1 }),
    }),
  );
  const choices = [grouping, ...availableGroupings({ grouping, path })];
  return (
    <div className="desk-bar">
      <Crumbs
        crumbs={[
          ...(path.length > 0
            ? [
                {
                  key: 'all',
                  label: 'All',
                  onOpen: () => actor.send({ type: 'level.open', depth: 0 }),
                },
              ]
            : []),
          ...crumbs.map((crumb, depth) =>
            depth === crumbs.length - 1 ? { ...crumb, onOpen: null } : crumb,
          ),
        ]}
        here={
          <MenuSelect
            label="Rows"
            shown={groupingNames[grouping].many}
            value={grouping}
            options={choices.map((value) => ({ value, label: groupingNames[value].many }))}
            onChoose={(chosen) => actor.send({ type: 'grouping.choose', grouping: chosen })}
          />
        }
      />
      <EarningChip
        isEarning={isEarning}
        note={hidden > 0 ? <span>hides {rowsIn(hidden)}</span> : null}
        onSet={(on) => actor.send({ type: 'earning.set', on })}
      />
      {isEstimatable ? (
        <EstimateChip
          isEstimating={isEstimating}
          estimate={estimate}
          currency={currency}
          onSet={(on) => actor.send({ type: 'estimate.set', on })}
        />
      ) : null}
      <OrderChoice actor={actor} />
      <label className="desk-find">
        <Search size={14} aria-hidden="true" />
        <input
          type="search"
          aria-label={`Find by name among ${groupingNames[grouping].many.toLowerCase()}`}
          placeholder="Find by name"
          value={find}
          onChange={({ target }) => actor.send({ type: 'find.change', text: target.value })}
        />
      </label>
    </div>
  );
}

/** The sort order as a menu, where rows are cards; choosing the current column again reverses it. */
function OrderChoice({ actor }: { actor: BreakdownActor }) {
  const { grouping, columns, sort, order } = useSelector(actor, ({ context }) => context);
  const options: Option<TableSort>[] = [
    { value: 'label', label: groupingNames[grouping].one },
    ...columns.map(columnOf).map((column) => ({ value: column.sort, label: column.title })),
  ];
  const shown = options.find(({ value }) => value === sort)?.label ?? 'another column';
  return (
    <div className="desk-order">
      <MenuSelect
        label="Order"
        shown={`By ${shown} ${order === 'asc' ? '↑' : '↓'}`}
        value={sort}
        options={options}
        onChoose={(chosen) => actor.send({ type: 'sort.choose', sort: chosen })}
      />
    </div>
  );
}

/** How many rows the filter chip hides; unknown when the table has more rows than were requested. */
function hiddenIn({ context: { answer, query } }: LoaderSnapshot<Table, TableQuestion>): number {
  return answer && answer.data.rows.length < query.limit ? hiddenRows(answer.data) : 0;
}

const costHidden = ({ context: { query } }: LoaderSnapshot<Table, TableQuestion>) =>
  costHidingFilter({ ...query.filters, country: query.countries, offer_id: query.offerIds }) ??
  costHidingGrouping(query.path);

/** Rows are rendered as a transition; the old ones stay until all are ready. */
function Level({
  actor,
  selection,
  report: latestReport,
  freshness: latestFreshness,
  hidden,
}: {
  actor: BreakdownActor;
  selection: SelectionActor;
  report: Table;
  freshness: Freshness;
  /** The filter that costs do not have, so that their part is unknown. */
  hidden: Grouping | null;
}) {
  const [pointed, setPointed] = useState<MenuTarget | null>(null);
  const room = useRef<HTMLDivElement>(null);
  const context = useDeferredValue(useSelector(actor, (snapshot) => snapshot.context));
  const report = useDeferredValue(latestReport);
  const freshness = useDeferredValue(latestFreshness);
  const chosen = useSelector(selection, (snapshot) => snapshot.context);
  const { grouping, path, sort, order, pageSize, columns } = context;
  const { one, definition } = groupingNames[grouping];
  const shownColumns = useMemo(() => {
    const { group_by: by, total, estimate } = report;
    const days = costComparisonOf(freshness);
    return columns.map((name) => columnAmong(name, { by, total, hidden, days, estimate }));
  }, [columns, freshness, hidden, report]);
  const named = useMemo(() => namedGroupings(grouping, report.rows), [grouping, report.rows]);
  const found = namedLike(named, context.find);
  const { page, first, shown } = pageOf(found, pageSize, context.page);
  const spentRows = useMemo(
    () => namedGroupings(grouping, report.spent?.rows ?? []),
    [grouping, report.spent],
  );
  const isSpentOpen = showsSpent(context);
  const foundSpent = isSpentOpen ? namedLike(spentRows, context.find) : [];
  const spentPage = pageOf(foundSpent, pageSize, context.spentPage);
  const countsBrowsers = context.question.browserConversions;
  /** Without server revenue every row is filtered out, whichever side is counted. */
  const showByBrowsers = () => {
    if (!countsBrowsers) selection.send({ type: 'browserConversions.set', on: true });
    actor.send({ type: 'earning.set', on: false });
  };
  const child = (key: string | null) => childGroupingOf({ grouping, path }, key);
  const open = ({ key, label }: OpenableRow, into: Grouping | null) =>
    into && actor.send({ type: 'row.open', key, label, grouping: into });
  const narrowing = (isExcluding: boolean) => {
    const key = pointed?.row.key ?? null;
    const event = key === null ? null : filterToRow(chosen, { grouping, key }, isExcluding);
    return event && (() => selection.send(event));
  };
  const find = (event: KeyboardEvent) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    const panel = room.current?.closest('section');
    event.preventDefault();
    event.stopPropagation();
    panel?.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key belongs to the whole table
    <div ref={room} onKeyDown={find}>
      {context.isEarning && report.rows.length === 0 ? (
        <BrowsersOnlyNote
          sides={report.total}
          currency={freshness.currency}
          action={countsBrowsers ? 'Show all rows' : 'Count browser conversions'}
          onAct={showByBrowsers}
        />
      ) : null}
      <BreakdownTable
        key={JSON.stringify([grouping, path, page])}
        name={one}
        about={definition}
        path={path.map(({ grouping: name, key }) => ({ grouping: name, key }))}
        report={report}
        rows={shown}
        spent={
          report.spent
            ? {
                title: spentTitle(report, report.spent, freshness.currency),
                isOpen: isSpentOpen,
                rows: spentPage.shown,
                onToggle: () => actor.send({ type: 'spent.set', on: !isSpentOpen }),
              }
            : null
        }
        first={first}
        columns={shownColumns}
        currency={freshness.currency}
        sort={sort}
        order={order}
        isLong={shown.length + spentPage.shown.length > mostInFull}
        isSearched={context.find.trim() !== ''}
        nothing={
          found.length + foundSpent.length === 0 && context.find.trim() !== ''
            ? `No ${one.toLowerCase()} is called that.`
            : null
        }
        onSort={(wanted) => actor.send({ type: 'sort.choose', sort: wanted })}
        onOpen={child(null) ? (row) => open(row, child(row.key)) : null}
        onUp={() => actor.send({ type: 'level.up' })}
        onPoint={setPointed}
      />
      <RowMenu
        pointed={pointed}
        grouping={grouping}
        free={availableGroupings(levelBelow({ grouping, path }, pointed?.row.key ?? null))}
        onClose={() => setPointed(null)}
        onOpen={open}
        onlyThis={narrowing(false)}
        allButThis={narrowing(true)}
      />
      <Pages
        rows={found.length}
        page={page}
        size={pageSize}
        sizes={pageSizes}
        onPage={(wanted) => actor.send({ type: 'page.choose', page: wanted })}
        onSize={(wanted) => actor.send({ type: 'pageSize.choose', pageSize: wanted })}
      />
      {spentPage.isWhole ? null : (
        <Pages
          name="Pages without a sale"
          title={partOf(report.spent?.count ?? 0, spentRows.length)}
          rows={foundSpent.length}
          page={spentPage.page}
          size={pageSize}
          onPage={(wanted) => actor.send({ type: 'spentPage.choose', page: wanted })}
        />
      )}
    </div>
  );
}

/** A table requests a limited number of rows unless all are shown on one page. */
const partOf = (all: number, requested: number): string =>
  all > requested ? `Without a sale, the first ${count(requested)}` : 'Without a sale';

function namedLike(rows: readonly TableRow[], text: string): readonly TableRow[] {
  const wanted = text.trim().toLowerCase();
  return wanted === ''
    ? rows
    : rows.filter(({ label, parents = [] }) =>
        [label, ...parents.map((parent) => parent.label)].some((name) =>
          name.toLowerCase().includes(wanted),
        ),
      );
}
