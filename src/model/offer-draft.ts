import type { CapInterval, CapMetric } from '#contract/offers/caps.ts';
import type {
  OfferDevice,
  OfferSystem,
  OverCapPolicy,
  TrafficKind,
  Visibility,
} from '#contract/offers/fields.ts';
import {
  type Goal,
  type NewOffer,
  newOfferSchema,
  type OfferChange,
  type OfferDetail,
  offerChangeSchema,
} from '#contract/offers/offer.ts';
import { addDays, dayAt, startOfDay } from '#contract/period.ts';
import { type EnteredTerms, termsOf } from './entered-terms.ts';

export type CapDraft = {
  metric: CapMetric;
  interval: CapInterval;
  limit: string;
  affiliate: string;
  soft_pct: string;
  policy: OverCapPolicy | '';
};

/** An empty event: only reports that name the goal reach it. */
export type GoalDraft = { key: string; name: string; event: string };

/** An offer as it is typed. Terms and caps belong to new offers only; later they are on the offer's own tabs. */
export type OfferDraft = {
  name: string;
  /** Only of a new offer; empty for the next number. */
  offer_id: string;
  advertiser_name: string;
  network: string;
  external_offer_id: string;
  category: string;
  /** Separated by commas. */
  tags: string;
  description: string;
  thumbnail: string;
  preview_url: string;
  destination_url: string;
  fallback_offer: number | null;
  fallback_url: string;
  country_mode: 'include' | 'exclude';
  /** Codes, separated by commas or blanks. */
  countries: string;
  devices: OfferDevice[];
  os: OfferSystem[];
  /** The first and the last day in the offer's zone. */
  starts_on: string;
  ends_on: string;
  timezone: string;
  click_window_days: string;
  allow_multiple_conversions: boolean;
  hold_days: string;
  auto_approve: boolean;
  /** One address or range a line. */
  postback_ips: string;
  goals: GoalDraft[];
  terms: EnteredTerms[];
  caps: CapDraft[];
  over_cap_policy: OverCapPolicy;
  visibility: Visibility;
  allowed_traffic: TrafficKind[];
  forbidden_traffic: TrafficKind[];
  notes: string;
};

/** What the editor edits: a stored offer, or none yet. */
export type EditedOffer = { detail: OfferDetail | null; zone: string };
export type OfferScope = { project: number; offer: number | null; zone: string };

/** The part of an editor that keeps its changes while another screen is open. */
export type OfferForm = {
  getSnapshot(): {
    hasTag(tag: 'showing' | 'changed'): boolean;
    context: { draft: OfferDraft | null; original: OfferDraft | null };
  };
  subscribe(listener: () => void): { unsubscribe(): void };
  send(event: { type: 'draft.change'; change: Partial<OfferDraft>; step: string }): void;
};
export type DraftedForm = { scope: OfferScope; form: () => OfferForm | undefined };

export const newGoalDraft: GoalDraft = { key: '', name: '', event: '' };

export const newCapDraft: CapDraft = {
  metric: 'conversions',
  interval: 'day',
  limit: '',
  affiliate: '',
  soft_pct: '90',
  policy: '',
};

const emptyDraft: OfferDraft = {
  name: '',
  offer_id: '',
  advertiser_name: '',
  network: '',
  external_offer_id: '',
  category: '',
  tags: '',
  description: '',
  thumbnail: '',
  preview_url: '',
  destination_url: '',
  fallback_offer: null,
  fallback_url: '',
  country_mode: 'include',
  countries: '',
  devices: [],
  os: [],
  starts_on: '',
  ends_on: '',
  timezone: '',
  click_window_days: '30',
  allow_multiple_conversions: false,
  hold_days: '0',
  auto_approve: false,
  postback_ips: '',
  goals: [],
  terms: [],
  caps: [],
  over_cap_policy: 'redirect',
  visibility: 'approval',
  allowed_traffic: [],
  forbidden_traffic: [],
  notes: '',
};

export function offerDraftOf({ detail }: EditedOffer): OfferDraft {
  if (detail === null) return emptyDraft;
  const { internal } = detail;
  return {
    ...emptyDraft,
    name: detail.name,
    advertiser_name: detail.advertiser_name,
    network: detail.network,
    external_offer_id: internal?.external_offer_id ?? '',
    category: detail.category,
    tags: detail.tags.join(', '),
    description: detail.description,
    thumbnail: detail.thumbnail ?? '',
    preview_url: detail.preview_url ?? '',
    destination_url: internal?.destination_url ?? '',
    fallback_offer: internal?.fallback_offer ?? null,
    fallback_url: internal?.fallback_url ?? '',
    country_mode: detail.country_mode,
    countries: detail.countries.join(', '),
    devices: detail.devices,
    os: detail.os,
    starts_on: detail.starts_at === null ? '' : dayAt(new Date(detail.starts_at), detail.timezone),
    ends_on:
      detail.ends_at === null
        ? ''
        : dayAt(new Date(Date.parse(detail.ends_at) - 1), detail.timezone),
    timezone: internal?.own_timezone ?? '',
    click_window_days: String(detail.click_window_days),
    allow_multiple_conversions: detail.allow_multiple_conversions,
    hold_days: String(detail.hold_days),
    auto_approve: detail.auto_approve,
    postback_ips: (internal?.postback_ips ?? []).join('\n'),
    goals: detail.goals.map((goal) => ({ ...goal, event: goal.event ?? '' })),
    over_cap_policy: detail.over_cap_policy,
    visibility: detail.visibility,
    allowed_traffic: detail.allowed_traffic,
    forbidden_traffic: detail.forbidden_traffic,
    notes: internal?.notes ?? '',
  };
}

const wordsIn = (text: string, between: RegExp): string[] => [
  ...new Set(
    text
      .split(between)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
];

const orNull = (text: string): string | null => text.trim() || null;
/** A number for the contract to judge; what is no number stays wrong. */
const whole = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** The fields that new and stored offers have in common, as the contract writes them. */
function fieldsOf(draft: OfferDraft, projectZone: string) {
  const zone = orNull(draft.timezone) ?? projectZone;
  return {
    name: draft.name,
    advertiser_name: draft.advertiser_name,
    network: draft.network,
    external_offer_id: draft.external_offer_id,
    category: draft.category,
    tags: wordsIn(draft.tags, /,/),
    description: draft.description,
    thumbnail: orNull(draft.thumbnail),
    preview_url: orNull(draft.preview_url),
    destination_url: orNull(draft.destination_url),
    fallback_offer: draft.fallback_offer,
    fallback_url: orNull(draft.fallback_url),
    country_mode: draft.country_mode,
    countries: wordsIn(draft.countries.toUpperCase(), /[\s,;]+/),
    devices: draft.devices,
    os: draft.os,
    starts_at: instantOf(draft.starts_on, zone),
    ends_at: draft.ends_on === '' ? null : instantOf(nextDay(draft.ends_on), zone),
    timezone: orNull(draft.timezone),
    click_window_days: whole(draft.click_window_days),
    allow_multiple_conversions: draft.allow_multiple_conversions,
    hold_days: whole(draft.hold_days),
    auto_approve: draft.auto_approve,
    postback_ips: wordsIn(draft.postback_ips, /[\s,;]+/),
    goals: draft.goals.map(({ event, ...goal }): Goal => ({ ...goal, event: orNull(event) })),
    over_cap_policy: draft.over_cap_policy,
    visibility: draft.visibility,
    allowed_traffic: draft.allowed_traffic,
    forbidden_traffic: draft.forbidden_traffic,
    notes: draft.notes,
  };
}

const isDay = (day: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(day);
const nextDay = (day: string): string => (isDay(day) ? addDays(day, 1) : day);

/** The beginning of a day; a text that is no day stays as it is and is refused. */
function instantOf(day: string, zone: string): string | null {
  if (day === '') return null;
  if (!isDay(day)) return day;
  try {
    return startOfDay(day, zone).toISOString();
  } catch {
    return `${day}T00:00:00Z`;
  }
}

export const newOfferOf = (draft: OfferDraft, { project, zone }: OfferScope): NewOffer => ({
  project,
  ...(draft.offer_id.trim() === '' ? {} : { offer_id: draft.offer_id }),
  ...fieldsOf(draft, zone),
  terms: draft.terms.map(termsOf),
  caps: draft.caps.map(({ affiliate, soft_pct, policy, ...cap }) => ({
    ...cap,
    affiliate: affiliate === '' ? null : Number(affiliate),
    soft_pct: whole(soft_pct),
    policy: policy === '' ? null : policy,
  })),
});

/** The fields that the draft changes. */
export function offerChangeOf(draft: OfferDraft, stored: EditedOffer): OfferChange {
  const [mine, before] = [
    fieldsOf(draft, stored.zone),
    fieldsOf(offerDraftOf(stored), stored.zone),
  ];
  const changed = Object.entries(mine).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
  );
  return Object.fromEntries(changed);
}

export type OfferFault = { path: string[]; message: string };

/** What the contract finds wrong in a draft, at the fields of the form. */
export function offerDraftFaults(draft: OfferDraft): OfferFault[] {
  const body = newOfferOf(draft, { project: 1, offer: null, zone: 'UTC' });
  return [
    ...(newOfferSchema.safeParse(body).error?.issues ?? []),
    ...(offerChangeSchema.safeParse(fieldsOf(draft, 'UTC')).error?.issues ?? []),
  ]
    .map(({ path, message }) => ({ path: fieldOf(path.map(String)), message }))
    .filter(isFirst);
}

const isFirst = (fault: OfferFault, index: number, faults: OfferFault[]): boolean =>
  faults.findIndex(
    ({ path, message }) => path.join('.') === fault.path.join('.') && message === fault.message,
  ) === index;

/** Lists that are typed as one text have one field. */
const texts = ['tags', 'countries', 'postback_ips', 'devices', 'os'];
const renamed = new Map([
  ['starts_at', 'starts_on'],
  ['ends_at', 'ends_on'],
]);

/** The field of the form that shows what is wrong at a path of the contract: `terms.0.payout_amount`. */
export function fieldOf(path: readonly string[]): string[] {
  const [first = '', ...rest] = path;
  if (texts.includes(first)) return [first];
  return [renamed.get(first) ?? first, ...rest];
}

export const offerSections = ['basics', 'destination', 'terms', 'caps', 'access', 'test'] as const;
export type OfferSection = (typeof offerSections)[number];

const fieldsOfSection: Record<OfferSection, readonly string[]> = {
  basics: [
    'name',
    'offer_id',
    'advertiser_name',
    'network',
    'external_offer_id',
    'category',
    'tags',
    'description',
    'thumbnail',
    'preview_url',
    'timezone',
    'starts_on',
    'ends_on',
    'notes',
  ],
  destination: [
    'destination_url',
    'fallback_offer',
    'fallback_url',
    'countries',
    'devices',
    'os',
    'country_mode',
  ],
  terms: ['terms', 'goals', 'click_window_days', 'hold_days', 'auto_approve'],
  caps: ['caps', 'over_cap_policy'],
  access: ['visibility', 'allowed_traffic', 'forbidden_traffic'],
  test: ['postback_ips'],
};

export const sectionOf = (field: string): OfferSection =>
  offerSections.find((section) => fieldsOfSection[section].includes(field)) ?? 'basics';
