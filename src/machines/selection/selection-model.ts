import type { AffiliateRef, ProjectRef, Session } from '#contract/accounts/session.ts';
import { type Attribution, defaultAttribution } from '#contract/analytics/attribution.ts';
import { type ComparedPeriod, comparedWith } from '#contract/analytics/comparison.ts';
import { dayAt, type Period, type Preset, periodOf, windowOf } from '#contract/period.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import type { StoredFacts } from '#model/local-storage.ts';
import type { Query } from '#model/query.ts';
import { zoneFor } from '#model/zones.ts';
import type { Parent } from '../kit/parent.ts';
import { noFilters, type SelectionFilters } from './filters.ts';

/** The input of the selection. */
export type SelectionInput = {
  member: Session;
  facts: StoredFacts;
  opening?: ViewState;
  parent: Parent<{ type: 'selection.changed'; query: Query | null }>;
};

/** Everything a user chooses; the address contains all of it. */
type Choices = SelectionFilters &
  Attribution & {
    project: number | null;
    range: Preset | Period;
    /** Null is the default: the zone of the project. */
    timezone: string | null;
    comparison: Query['comparison'];
    /** The days of a custom comparison; null for every other comparison. */
    comparedPeriod: Period | null;
    browserConversions: boolean;
    uniqueConversions: boolean;
    /** The version of the metric definitions for figures of a past instant, if the address names one. */
    definitions: number | null;
  };
export type SelectionContext = Choices & {
  parent: SelectionInput['parent'];
  member: Session;
  projects: ProjectRef[];
  /** Every affiliate of every project. */
  affiliates: AffiliateRef[];
  /** The affiliate that screens about a single affiliate open with. */
  affiliate: number | null;
  /** The current time as the clock last reported it, in milliseconds. */
  now: number | null;
  /** Whether the filter sidebar is open. */
  sidebarRight: boolean;
  /** The cleared filters, while they can be restored. */
  cleared: SelectionFilters | null;
};

export function startOf({ member, facts, opening = {}, parent }: SelectionInput): SelectionContext {
  const choices = choicesOf(member, facts, opening);
  const own = ofProject(member.affiliates, choices.project);
  const affiliate = own.find(({ id }) => id === facts.user?.currentAffiliate) ?? own[0];
  return {
    ...choices,
    parent,
    member,
    projects: member.projects,
    affiliates: member.affiliates,
    affiliate: affiliate?.id ?? null,
    now: null,
    sidebarRight: facts.sidebarRight ?? false,
    cleared: null,
  };
}

/** The same selection with the choices of another address. */
export const withViewState = (context: SelectionContext, opening: ViewState): SelectionContext => ({
  ...context,
  ...choicesOf(context.member, factsOf(context), opening),
  cleared: null,
});

/**
 * The choices for an address. An address with a project is complete: it uses defaults for what it leaves out, so that
 * it shows the same to everyone. Otherwise the address takes precedence over the stored facts, and these over the
 * account. A project that the user may not see is replaced by the stored one, or by the project of the first affiliate.
 */
function choicesOf(member: Session, facts: StoredFacts, opening: ViewState): Choices {
  const isKnown = (id: number | null | undefined) =>
    member.projects.some((project) => project.id === id);
  const recalled: StoredFacts = isKnown(opening.project) ? {} : facts;
  const project =
    [opening.project, facts.user?.currentProject].find(isKnown) ?? firstProject(member) ?? null;
  const own = ofProject(member.affiliates, project);
  const zone = [opening.timezone, recalled.timezone, member.timezone];
  return {
    project,
    chosen: (opening.affiliates ?? recalled.user?.chosenAffiliates ?? []).filter((id) =>
      own.some((one) => one.id === id),
    ),
    offerIds: opening.offerIds ?? recalled.chosenOfferIds ?? noFilters.offerIds,
    countries: opening.countries ?? recalled.chosenCountries ?? noFilters.countries,
    filters: opening.filters ?? recalled.filters ?? noFilters.filters,
    range: opening.range ?? 'today',
    timezone: zone.find((one) => one !== undefined) ?? null,
    ...comparisonOf(opening),
    browserConversions: opening.browserConversions ?? recalled.browserConversions ?? false,
    uniqueConversions: opening.uniqueConversions ?? recalled.uniqueConversions ?? true,
    model: opening.model ?? defaultAttribution.model,
    lookbackDays: opening.lookbackDays ?? defaultAttribution.lookbackDays,
    clock: opening.clock ?? defaultAttribution.clock,
    asOf: opening.asOf ?? defaultAttribution.asOf,
    definitions: opening.definitions ?? null,
  };
}

/** The same selection after the user's projects or time zone changed. */
export function withMember(context: SelectionContext, member: Session): SelectionContext {
  const isKept = member.projects.some(({ id }) => id === context.project);
  const project = isKept ? context.project : (firstProject(member) ?? null);
  const own = ofProject(member.affiliates, project);
  const isOwn = (id: number | null) => own.some((one) => one.id === id);
  return {
    ...context,
    ...(isKept ? {} : { offerIds: [], cleared: null }),
    member,
    projects: member.projects,
    affiliates: member.affiliates,
    project,
    affiliate: isOwn(context.affiliate) ? context.affiliate : (own[0]?.id ?? null),
    chosen: context.chosen.filter(isOwn),
    timezone: member.timezone === context.member.timezone ? context.timezone : member.timezone,
  };
}

/** A custom comparison without days falls back to the default. */
function comparisonOf({ comparison = 'same_elapsed', comparedPeriod }: ViewState) {
  if (comparison !== 'custom') return { comparison, comparedPeriod: null };
  return comparedPeriod
    ? { comparison, comparedPeriod }
    : { comparison: 'same_elapsed' as const, comparedPeriod: null };
}

const ofProject = (affiliates: AffiliateRef[], project: number | null): AffiliateRef[] =>
  affiliates.filter((affiliate) => affiliate.project === project);

const firstProject = ({ affiliates, projects }: Session): number | undefined =>
  affiliates[0]?.project ?? projects[0]?.id;

export const projectOf = (context: SelectionContext): ProjectRef | undefined =>
  context.projects.find((project) => project.id === context.project);

export const affiliatesOf = ({ affiliates, project }: SelectionContext): AffiliateRef[] =>
  ofProject(affiliates, project);

/** Whether some but not all affiliates are chosen; only then the address lists them. */
export function isPartOfAffiliates(context: SelectionContext, chosen: number[]): boolean {
  const named = new Set(chosen);
  const own = affiliatesOf(context);
  const count = own.filter(({ id }) => named.has(id)).length;
  return count > 0 && count < own.length;
}

/** The zone of the report: the chosen one, else the project's. */
export const shownZone = (context: SelectionContext): string =>
  zoneFor(context.timezone, projectOf(context));

/** The current day in the report's zone; for figures of a past instant, the day of that instant. */
export function todayOf(context: SelectionContext): string | null {
  const { asOf, now } = context;
  const instant = asOf === null ? now : Date.parse(asOf);
  return instant === null ? null : dayAt(new Date(instant), shownZone(context));
}

/** The query for these choices; null without a project or before the clock has reported. */
export function queryOf(context: SelectionContext): Query | null {
  const project = projectOf(context);
  const today = todayOf(context);
  if (!project || context.now === null || today === null) return null;
  const { range, comparison, comparedPeriod, browserConversions, uniqueConversions } = context;
  const named = new Set(context.chosen);
  return {
    project: project.id,
    currency: project.currency,
    affiliates: affiliatesOf(context)
      .filter(({ id }) => named.has(id))
      .map((affiliate) => ({ id: affiliate.id, affid: affiliate.aff_id })),
    period: typeof range === 'string' ? periodOf(range, today) : range,
    timezone: shownZone(context),
    comparison,
    comparedPeriod,
    model: context.model,
    lookbackDays: context.lookbackDays,
    clock: context.clock,
    asOf: context.asOf,
    browserConversions,
    uniqueConversions,
    countries: context.countries,
    offerIds: context.offerIds,
    filters: context.filters,
  };
}

/** The last shown moment, at most now: it decides between summer and winter names of time zones. */
export function shownUntil(context: SelectionContext): number {
  const query = queryOf(context);
  const now = context.now ?? 0;
  if (!query) return now;
  return Math.min(now, windowOf(query.period, query.timezone).to.getTime() - 1);
}

/** The window that a comparison covers now; null without a comparison or its custom days. */
export function comparisonWindow(
  context: SelectionContext,
  comparison: Query['comparison'],
): ComparedPeriod | null {
  const query = queryOf(context);
  if (!query || comparison === 'none') return null;
  const now = new Date(context.asOf ?? context.now ?? 0);
  if (comparison !== 'custom') return comparedWith(comparison, query.period, query.timezone, now);
  const { comparedPeriod } = context;
  return (
    comparedPeriod && comparedWith({ custom: comparedPeriod }, query.period, query.timezone, now)
  );
}

/** The facts that are stored across reloads. */
export function factsOf(context: SelectionContext): StoredFacts {
  const { token: _token, projects: _projects, affiliates: _affiliates, ...user } = context.member;
  return {
    user: {
      ...user,
      currentProject: context.project,
      currentAffiliate: context.affiliate,
      chosenAffiliates: context.chosen,
    },
    timezone: context.timezone,
    filters: context.filters,
    chosenOfferIds: context.offerIds,
    browserConversions: context.browserConversions,
    uniqueConversions: context.uniqueConversions,
    chosenCountries: context.countries,
    sidebarRight: context.sidebarRight,
  };
}

/** The view state for an address: the project, the zone and everything that differs from the default. */
export function viewStateOf(context: SelectionContext): ViewState {
  if (context.project === null) return {};
  const { range, comparison, comparedPeriod, model, lookbackDays, clock, asOf, definitions } =
    context;
  const chosen = isPartOfAffiliates(context, context.chosen) ? context.chosen : [];
  return {
    project: context.project,
    ...(chosen.length > 0 ? { affiliates: chosen } : {}),
    ...(context.offerIds.length > 0 ? { offerIds: context.offerIds } : {}),
    ...(context.countries.length > 0 ? { countries: context.countries } : {}),
    ...(Object.keys(context.filters).length > 0 ? { filters: context.filters } : {}),
    ...(range === 'today' ? {} : { range }),
    timezone: context.timezone,
    ...(comparison === 'same_elapsed' ? {} : { comparison }),
    ...(comparedPeriod ? { comparedPeriod } : {}),
    ...(context.browserConversions ? { browserConversions: true } : {}),
    ...(context.uniqueConversions ? {} : { uniqueConversions: false }),
    ...(model === defaultAttribution.model ? {} : { model }),
    ...(lookbackDays === defaultAttribution.lookbackDays ? {} : { lookbackDays }),
    ...(clock === defaultAttribution.clock ? {} : { clock }),
    ...(asOf === null ? {} : { asOf }),
    ...(asOf === null || definitions === null ? {} : { definitions }),
  };
}
