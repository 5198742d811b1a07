import type { EventFilter } from '#contract/funnels/definition.ts';
import type {
  FunnelBreakdown,
  FunnelPerson,
  funnelComparisons,
  Outcome,
} from '#contract/funnels/report.ts';
import type { Period } from '#contract/period.ts';
import type { SpreadsheetFormat } from '#contract/table-file.ts';
import type { OneFunnelQuestion } from './funnel-overview.ts';
import type { OwnRange } from './own-days.ts';
import type { ListPage, PageRequest } from './paged-list.ts';

export const funnelTabs = ['steps', 'trend', 'time', 'opportunities'] as const;
export type FunnelTab = (typeof funnelTabs)[number];

export type FunnelComparison = (typeof funnelComparisons)[number];

/** The people behind one figure. `value` is that of the breakdown; null for people without one. */
export type PeopleChoice = { step: string; outcome: Outcome; value?: string | null };

/** All that a person has chosen on a funnel's dashboard. The address carries it, so that a link shows the same. */
export type FunnelView = {
  slug: string;
  tab: FunnelTab;
  range: OwnRange;
  compare: FunnelComparison;
  /** The days of a custom comparison. */
  compared: Period | null;
  breakdown: FunnelBreakdown | null;
  /** Conditions on the event with which an attempt began. */
  filters: readonly EventFilter[];
  interval: 'day' | 'week';
  /** The steps between which the time is measured; null for the first and the last. */
  fromStep: string | null;
  toStep: string | null;
  people: PeopleChoice | null;
};

/** Which entries of a funnel a part of its dashboard counts. */
export type EntryQuestion = OneFunnelQuestion & {
  currency: string;
  /** Conditions on the event with which an attempt began. */
  filters: readonly EventFilter[];
};
export type ReportQuestion = EntryQuestion & Pick<FunnelView, 'breakdown' | 'compare' | 'compared'>;
export type TrendQuestion = EntryQuestion & Pick<FunnelView, 'interval'>;
export type TimeQuestion = EntryQuestion & Pick<FunnelView, 'fromStep' | 'toStep'>;
export type PeopleQuestion = EntryQuestion & Pick<FunnelView, 'breakdown'> & PeopleChoice;

export type PersonRow = FunnelPerson & { id: string };
export type PeoplePage = ListPage<PersonRow>;
export type PeopleRequest = PageRequest<PeopleQuestion, Record<never, never>>;
/** The people to save to a file. */
export type SavePeople = { question: PeopleQuestion; format: SpreadsheetFormat };
