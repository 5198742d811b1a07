import { clockName } from '#contract/analytics/clock-names.ts';
import { type Grouping, isCyclic, isLevel, labelKindOf } from '#contract/analytics/dimensions.ts';
import { unattributed } from '#contract/analytics/report-query.ts';
import type { Names } from '../runner/entity-labels.ts';
import type { ResolvedQuery } from '../runner/resolved-query.ts';
import { countryName } from './place-names.ts';
import type { Report } from './report.ts';
import { stateLabels } from './state-labels.ts';

/** The part of a report that naming its keys needs. */
type LabelledReport = Pick<Report, 'runQuery'> & { resolved: Pick<ResolvedQuery, 'scope'> };

const none = '(none)';

type Known = ReadonlyMap<string, string>;

/**
 * The names of a grouping's keys before the keys are known, where there are few names; null where they must be looked
 * up later.
 */
export async function labelsAhead(
  grouping: Grouping,
  report: LabelledReport,
  names: Names,
): Promise<Known | null> {
  if (grouping === 'state') return statesOf(report);
  if (!isLevel(grouping)) return null;
  const { resolved } = report;
  return names.fewLabels(labelKindOf(grouping), resolved.scope.projects);
}

/**
 * The label of a key: the latest name that the caller may read, for campaigns else their utm_campaign in the rows of
 * the report, else the key itself.
 */
export async function labelsFor(
  grouping: Grouping,
  keys: readonly (string | null)[],
  report: LabelledReport,
  names: Names,
  ahead: Known | null = null,
): Promise<(key: string | null) => string> {
  const namedKeys = keys.filter((key) => key !== null).filter((key) => key !== unattributed.key);
  const known = await knownNames(grouping, namedKeys, report, names, ahead);
  return (key) => {
    if (key === null) return none;
    if (key === unattributed.key) return unattributed.label;
    if (isCyclic(grouping)) return clockName(grouping, key);
    return known.get(key) ?? (grouping === 'country' ? countryName(key) : key);
  };
}

async function knownNames(
  grouping: Grouping,
  keys: string[],
  report: LabelledReport,
  names: Names,
  ahead: Known | null,
): Promise<Known> {
  const { projects } = report.resolved.scope;
  if (grouping === 'affid') return names.affiliates(projects);
  if (grouping === 'offer_id') return names.offers(projects.map(({ id }) => id));
  if (grouping === 'state') return ahead ?? statesOf(report, keys);
  if (isLevel(grouping)) {
    const labels = ahead ?? (await names.labels(labelKindOf(grouping), projects, keys));
    const nameless = grouping === 'campaign_id' ? keys.filter((key) => !labels.has(key)) : [];
    return nameless.length > 0
      ? new Map([...(await utmCampaigns(nameless, report)), ...labels])
      : labels;
  }
  return new Map();
}

async function utmCampaigns(
  campaigns: string[],
  { runQuery }: LabelledReport,
): Promise<[string, string][]> {
  const rows = await runQuery({
    measures: ['clicks'],
    dimensions: ['campaign_id', 'utm_campaign'],
    filters: [
      { member: 'record', operator: 'equals', values: ['click'] },
      { member: 'campaign_id', operator: 'equals', values: campaigns },
      { member: 'utm_campaign', operator: 'set', values: [] },
    ],
    order: [['clicks', 'asc']],
    limit: 10_000,
  });
  return rows.flatMap(({ campaign_id: id, utm_campaign: name }) =>
    id && name ? [[id, name] as [string, string]] : [],
  );
}

/** The countries of states, most clicks first. */
async function statesOf({ runQuery }: LabelledReport, states?: readonly string[]): Promise<Known> {
  if (states?.length === 0) return new Map();
  const rows = await runQuery({
    measures: ['clicks'],
    dimensions: ['country', 'state'],
    filters: [
      { member: 'record', operator: 'equals', values: ['click', 'conversion'] },
      states
        ? { member: 'state', operator: 'equals', values: states }
        : { member: 'state', operator: 'set', values: [] },
    ],
    order: [['clicks', 'desc']],
    limit: 10_000,
  });
  return stateLabels(
    rows.flatMap(({ country, state }) => (country && state ? [{ country, state }] : [])),
  );
}
