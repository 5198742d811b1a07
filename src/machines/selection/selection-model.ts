import type { AffiliateRef, ProjectRef, Session } from '#contract/accounts/session.ts';
import { type Attribution, defaultAttribution } from '#contract/analytics/attribution.ts';
import { type ComparedPeriod, comparedWith } from '#contract/analytics/comparison.ts';
import { dayAt, type Period, type Preset, periodOf, windowOf } from '#contract/period.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import type { StoredFacts } from '#model/local-storage.ts';
import type { Query } from '#model/query.ts';
import type { Parent } from '../kit/parent.ts';
import { noFilters, type SelectionFilters } from './filters.ts';

/** What a selection starts from. */
export type SelectionInput = {
  member: Session;
  facts: StoredFacts;
  opening?: ViewState;
  parent: Parent<{ type: 'selection.changed'; query: Query | null }>;
};

/** What a person chose; everything that an address carries. */
type Choices = SelectionFilters &
  Attribution & {
    project: number | null;
    range: Preset | Period;
    timezone: string | null;
    comparison: Query['comparison'];
    /** The days of a custom comparison; null for every other. */
    comparedPeriod: Period | null;
    browserConversions: boolean;
    uniqueConversions: boolean;
    /** By which version of the definitions the figures of a past instant were made, where the address says so. */
    definitions: number | null;
  };
export type SelectionContext = Choices & {
  parent: SelectionInput['parent'];
  member: Session;
  projects: ProjectRef[];
  /** Every affiliate of every project. */
  affiliates: AffiliateRef[];
  /** The affiliate that screens about a single one open with. */
  affiliate: number | null;
  /** The instant as the clock last told it, in milliseconds. */
  now: number | null;
  /** Whether the filters stand beside the figures. */
  sidebarRight: boolean;
  /** What the last clearing took away, for as long as it can be brought back. */
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
export const reopened = (context: SelectionContext, opening: ViewState): SelectionContext => ({
  ...context,
  ...choicesOf(context.member, factsOf(context), opening),
  cleared: null,
});

/**
 * An address with a project is a whole view: what it leaves out is as by default, so that it shows the same to
 * everybody. Any other wins part by part over what was remembered, and that over what the account says. A project
 * that is not theirs gives way to the next of them, at last to the first affiliate's.
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

/** The same selection for a member who may see more or less than before, or who chose another zone for themselves. */
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

/** A custom comparison without its days compares as by default. */
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

/** Neither none nor all: only then the affiliates are named one by one. */
export function isSome(context: SelectionContext, chosen: number[]): boolean {
  const named = new Set(chosen);
  const own = affiliatesOf(context);
  const count = own.filter(({ id }) => named.has(id)).length;
  return count > 0 && count < own.length;
}

/** Which day today is, in the zone of the report; figures of a past instant have the day of that instant. */
export function todayOf({ asOf, now, timezone }: SelectionContext): string | null {
  const instant = asOf === null ? now : Date.parse(asOf);
  return instant === null ? null : dayAt(new Date(instant), timezone ?? 'UTC');
}

/** The question these choices make; none without a project or before the clock has spoken. */
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
    timezone: context.timezone ?? 'UTC',
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

/** The last moment that is shown, at most now: zones are called by what clocks say then, in summer and in winter. */
export function shownUntil(context: SelectionContext): number {
  const query = queryOf(context);
  const now = context.now ?? 0;
  if (!query) return now;
  return Math.min(now, windowOf(query.period, query.timezone).to.getTime() - 1);
}

/** The instants that a way of comparing stands for now; null for none, and for custom days not chosen yet. */
export function comparedBy(
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

/** Which of them outlive a reload. */
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

/** What an address has to carry to show the same to anybody: the project, the zone and what is not as by default. */
export function openingOf(context: SelectionContext): ViewState {
  if (context.project === null) return {};
  const { range, comparison, comparedPeriod, model, lookbackDays, clock, asOf, definitions } =
    context;
  const chosen = isSome(context, context.chosen) ? context.chosen : [];
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
