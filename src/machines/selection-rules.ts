import type { Opening } from '#contract/opening.ts';
import { dayAt, type Period, type Preset, periodOf } from '#contract/period.ts';
import type { Filters, Query } from '#contract/query.ts';
import type { Remembered } from '#contract/remembered.ts';
import type { AffiliateRef, ProjectRef, Session } from '#contract/session.ts';
import type { Parent } from './parent.ts';

/** What a selection starts from. */
export type SelectionInput = {
  member: Session;
  facts: Remembered;
  opening?: Opening;
  parent: Parent<{ type: 'selection.changed'; query: Query | null }>;
};
export type SelectionContext = {
  parent: SelectionInput['parent'];
  member: Session;
  projects: ProjectRef[];
  /** Every affiliate of every project. */
  affiliates: AffiliateRef[];
  project: number | null;
  /** The affiliate that screens about a single one open with. */
  affiliate: number | null;
  /** The affiliates that count. None means all of the project. */
  chosen: number[];
  /** The instant as the clock last told it, in milliseconds. */
  now: number | null;
  range: Preset | Period;
  timezone: string | null;
  comparison: Query['comparison'];
  browserConversions: boolean;
  uniqueConversions: boolean;
  countries: string[];
  offerIds: string[];
  filters: Filters;
};

/**
 * The address wins over what was remembered, and that over what the account says. A project that is not theirs
 * gives way to the next of them, at last to the first affiliate's.
 */
export function startOf({ member, facts, opening = {}, parent }: SelectionInput): SelectionContext {
  const { projects, affiliates } = member;
  const isKnown = (id: number | null | undefined) => projects.some((project) => project.id === id);
  const project =
    [opening.project, facts.user?.currentProject].find(isKnown) ?? firstProject(member);
  const own = affiliates.filter((affiliate) => affiliate.project === project);
  const affiliate = own.find(({ id }) => id === facts.user?.currentAffiliate) ?? own[0];
  return {
    parent,
    member,
    projects,
    affiliates,
    project: project ?? null,
    affiliate: affiliate?.id ?? null,
    chosen: (opening.affiliates ?? facts.chosenAffiliates ?? []).filter((id) =>
      own.some((one) => one.id === id),
    ),
    now: null,
    range: opening.range ?? 'today',
    timezone: opening.timezone ?? (facts.timezone === undefined ? member.timezone : facts.timezone),
    comparison: opening.comparison ?? 'same_elapsed',
    browserConversions: opening.browserConversions ?? facts.browserConversions ?? false,
    uniqueConversions: opening.uniqueConversions ?? facts.uniqueConversions ?? true,
    countries: facts.chosenCountries ?? [],
    offerIds: facts.chosenOfferIds ?? [],
    filters: facts.filters ?? {},
  };
}

const firstProject = ({ affiliates, projects }: Session): number | undefined =>
  affiliates[0]?.project ?? projects[0]?.id;

export const projectOf = (context: SelectionContext): ProjectRef | undefined =>
  context.projects.find((project) => project.id === context.project);

export const affiliatesOf = (context: SelectionContext): AffiliateRef[] =>
  context.affiliates.filter((affiliate) => affiliate.project === context.project);

/** Neither none nor all: only then the affiliates are named one by one. */
export function isSome(context: SelectionContext, chosen: number[]): boolean {
  const count = affiliatesOf(context).filter((affiliate) => chosen.includes(affiliate.id)).length;
  return count > 0 && count < affiliatesOf(context).length;
}

/** The question these choices make; none without a project or before the clock has spoken. */
export function queryOf(context: SelectionContext): Query | null {
  const project = projectOf(context);
  if (!project || context.now === null) return null;
  const timezone = context.timezone ?? 'UTC';
  return {
    project: project.id,
    currency: project.currency,
    affiliates: affiliatesOf(context)
      .filter((affiliate) => context.chosen.includes(affiliate.id))
      .map((affiliate) => ({ id: affiliate.id, affid: affiliate.aff_id })),
    period:
      typeof context.range === 'string'
        ? periodOf(context.range, dayAt(new Date(context.now), timezone))
        : context.range,
    timezone,
    comparison: context.comparison,
    browserConversions: context.browserConversions,
    uniqueConversions: context.uniqueConversions,
    countries: context.countries,
    offerIds: context.offerIds,
    filters: context.filters,
  };
}

/** Which of them outlive a reload. */
export function factsOf(context: SelectionContext): Remembered {
  const { token: _token, projects: _projects, affiliates: _affiliates, ...user } = context.member;
  return {
    user: { ...user, currentProject: context.project, currentAffiliate: context.affiliate },
    chosenAffiliates: context.chosen,
    timezone: context.timezone,
    filters: context.filters,
    chosenOfferIds: context.offerIds,
    browserConversions: context.browserConversions,
    uniqueConversions: context.uniqueConversions,
    chosenCountries: context.countries,
  };
}

/** What an address has to ask for to open with these choices: only what differs from the defaults. */
export function openingOf(context: SelectionContext): Opening {
  const { member, range, comparison, timezone } = context;
  const chosen = isSome(context, context.chosen) ? context.chosen : [];
  const narrowed: Opening = {
    ...(chosen.length > 0 ? { affiliates: chosen } : {}),
    ...(range === 'today' ? {} : { range }),
    ...(timezone === member.timezone ? {} : { timezone: timezone ?? 'UTC' }),
    ...(comparison === 'same_elapsed' ? {} : { comparison }),
    ...(context.browserConversions ? { browserConversions: true } : {}),
    ...(context.uniqueConversions ? {} : { uniqueConversions: false }),
  };
  const isDefault = Object.keys(narrowed).length === 0 && context.project === firstProject(member);
  return isDefault || context.project === null
    ? narrowed
    : { project: context.project, ...narrowed };
}
