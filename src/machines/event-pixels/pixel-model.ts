import { mayRole } from '#contract/accounts/capability.ts';
import type { Session } from '#contract/accounts/session.ts';
import {
  type DedupMode,
  newPixelSchema,
  type Pixel,
  type PixelFireStatus,
  type PixelType,
  pixelFaults,
  secretFields,
} from '#contract/event-pixels/schemas.ts';
import type { PixelTest } from '#contract/event-pixels/test.ts';
import type { Query } from '#model/query.ts';

/** What is open: a pixel, or a new one that may begin as a copy. */
export type Opened = { kind: 'one'; id: number } | { kind: 'new'; from: number | null };

/** An event of the project that a pixel can tell about. */
export type PixelEvent = { id: number; name: string; event_name: string; is_primary: boolean };

export type PixelHeader = { name: string; value: string };

/** A pixel as it is being written: every answer as it was typed. */
export type PixelDraft = {
  affiliate: number | null;
  event: number | null;
  name: string;
  type: PixelType;
  status: Pixel['status'];
  /** What the type needs to know, by the names of its fields. */
  config: Record<string, string>;
  headers: readonly PixelHeader[];
  url_template: string;
  method: Pixel['method'];
  fire_on: readonly PixelFireStatus[];
  dedup_mode: DedupMode;
};

/** The fields of each type, in the order they are asked for. */
export const configFields: Record<PixelType, readonly string[]> = {
  html: ['code'],
  image: [],
  postback: [],
  meta_capi: ['pixel_id', 'access_token', 'test_event_code'],
  tiktok_events: ['pixel_code', 'access_token', 'test_event_code'],
  google_ads: [
    'conversion_id',
    'label',
    'customer_id',
    'conversion_action_id',
    'developer_token',
    'access_token',
  ],
  ga4: ['measurement_id', 'api_secret'],
};
const optional = ['test_event_code', 'label'];

const isOptional = (field: string): boolean => optional.includes(field);
export const isSecret = (type: PixelType, field: string): boolean =>
  secretFields[type].includes(field);
export const hasTemplate = (type: PixelType): boolean => type === 'image' || type === 'postback';

/** Stands for a secret that the server keeps. */
export const isMask = (value: string): boolean => value.startsWith('\u2022');

const nothing: PixelDraft = {
  affiliate: null,
  event: null,
  name: '',
  type: 'postback',
  status: 'active',
  config: {},
  headers: [],
  url_template: '',
  method: 'GET',
  fire_on: ['pending', 'approved'],
  dedup_mode: 'ignore_by_event_id',
};

/** Who may do what with the pixels of which affiliates. */
export type PixelPlace = {
  member: number;
  project: number;
  slug: string;
  role: string;
  affiliates: readonly { id: number; name: string }[];
  /** Whose pixels are asked for; none for all. */
  chosen: readonly number[];
};

export function placeOf({ project, affiliates }: Query, member: Session): PixelPlace {
  const { slug = '', role = '' } = member.projects.find(({ id }) => id === project) ?? {};
  return {
    member: member.id,
    project,
    slug,
    role,
    affiliates: member.affiliates
      .filter((one) => one.project === project)
      .map(({ id, name, aff_id }) => ({ id, name: name || aff_id })),
    chosen: affiliates.map(({ id }) => id),
  };
}

export const canWrite = ({ role }: PixelPlace, type: PixelType): boolean =>
  mayRole(role, type === 'html' ? 'pixel.write-code' : 'pixel.write');

const canApprove = ({ role }: PixelPlace): boolean => mayRole(role, 'pixel.approve-code');

/** Whether code of a pixel was saved by somebody who may not approve it. */
export const waitsForApproval = ({ type, config, approved_code }: Pixel): boolean =>
  type === 'html' && config.code !== approved_code;

/** Code that is not the one visitors run: what they run, and whether saving approves it. */
export type CodeReview = { approved: string; written: string; approves: boolean };

export function reviewOf(
  draft: PixelDraft,
  pixel: Pixel | null,
  place: PixelPlace,
): CodeReview | null {
  if (draft.type !== 'html') return null;
  const approved = pixel?.approved_code ?? '';
  const written = draft.config.code ?? '';
  return written === approved ? null : { approved, written, approves: canApprove(place) };
}

export const shownPixels = (pixels: readonly Pixel[], { chosen }: PixelPlace): Pixel[] =>
  pixels.filter(({ affiliate }) => chosen.length === 0 || chosen.includes(affiliate));

export const keyOf = (opened: Opened | null): string =>
  opened === null ? '' : opened.kind === 'one' ? String(opened.id) : `new ${opened.from ?? ''}`;

/** A draft that was not saved, and the version of the pixel that it began from; none of a new pixel. */
export type KeptDraft = { draft: PixelDraft; version: string | null };

/** What a draft is kept by: whose it is, in which project, and of what. */
export const draftKeyOf = ({ member, project }: PixelPlace, opened: Opened | null): string =>
  `${member} ${project} ${keyOf(opened)}`;

/** The drafts of this member alone. */
export const ownDrafts = (
  drafts: Record<string, KeptDraft>,
  { member }: PixelPlace,
): Record<string, KeptDraft> =>
  Object.fromEntries(Object.entries(drafts).filter(([key]) => key.startsWith(`${member} `)));

/** What the editor begins with. A copy has no secrets: nobody can read them. */
export function draftFor(
  opened: Opened | null,
  pixel: Pixel | null,
  events: readonly PixelEvent[],
  { affiliates, chosen }: PixelPlace,
): PixelDraft {
  if (!pixel) {
    const [only, ...others] = chosen.length > 0 ? chosen : affiliates.map(({ id }) => id);
    return {
      ...nothing,
      affiliate: others.length === 0 ? (only ?? null) : null,
      event: (events.find(({ is_primary }) => is_primary) ?? events[0])?.id ?? null,
    };
  }
  const draft = draftOf(pixel);
  if (opened?.kind === 'one') return draft;
  return {
    ...draft,
    name: copyName(pixel.name),
    status: 'paused',
    config: Object.fromEntries(
      Object.entries(draft.config).map(([field, value]) => [field, isMask(value) ? '' : value]),
    ),
    headers: draft.headers.map(({ name }) => ({ name, value: '' })),
  };
}

/** Of a name that is too long the end goes, and no half of a character stays. */
const copyName = (name: string): string =>
  `${name
    .slice(0, 55)
    .replace(/\p{Surrogate}$/u, '')
    .trimEnd()} copy`;

function draftOf(pixel: Pixel): PixelDraft {
  const { headers, ...config } = pixel.config;
  return {
    affiliate: pixel.affiliate,
    event: pixel.event,
    name: pixel.name,
    type: pixel.type,
    status: pixel.status,
    config: Object.fromEntries(
      Object.entries(config).map(([field, value]) => [field, value === null ? '' : String(value)]),
    ),
    headers: Object.entries(headers ?? {}).map(([name, value]) => ({ name, value: String(value) })),
    url_template: pixel.url_template ?? '',
    method: pixel.method,
    fire_on: pixel.fire_on,
    dedup_mode: pixel.dedup_mode,
  };
}

/** A draft in the words of the wire, as far as a pixel that exists can change. */
function changeOf(draft: PixelDraft) {
  const { type } = draft;
  return {
    event: draft.event ?? undefined,
    name: draft.name,
    ...(draft.status === 'error' ? {} : { status: draft.status }),
    config: {
      ...Object.fromEntries(configFields[type].flatMap((field) => answerTo(draft, field))),
      ...(type === 'postback' ? { headers: headersOf(draft) } : {}),
    },
    url_template: hasTemplate(type) ? draft.url_template.trim() || null : null,
    ...(type === 'postback' ? { method: draft.method } : {}),
    fire_on: draft.fire_on,
    dedup_mode: draft.dedup_mode,
  };
}

/** What is sent: the whole of a new pixel, or of one that was read at some time. */
export const bodyOf = (draft: PixelDraft, pixel: Pixel | null): Record<string, unknown> =>
  pixel
    ? { ...changeOf(draft), updated_at: pixel.updated_at }
    : { ...changeOf(draft), affiliate: draft.affiliate ?? undefined, type: draft.type };

/** The events that a draft can be for: one that it has already stays, also where it would be refused today. */
export const eventsFor = (
  { type, event }: PixelDraft,
  events: readonly PixelEvent[],
): readonly PixelEvent[] =>
  events.filter(({ id, is_primary }) => type === 'html' || is_primary || id === event);

/** What the contract says against a draft, by the field it is said of; a header's name is a field of its own. */
export function faultsOf(draft: PixelDraft): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  const say = (field: string, message: string) => {
    faults[field] = [...new Set([...(faults[field] ?? []), message])];
  };
  if (draft.affiliate === null) say('affiliate', 'Choose the affiliate.');
  if (draft.event === null) say('event', 'Choose the event.');
  const body = bodyOf(draft, null);
  const parsed = newPixelSchema.safeParse({ affiliate: 0, event: 0, ...defined(body) });
  for (const { path, message } of parsed.error?.issues ?? []) {
    if (path[0] !== 'config') say(path.join('.'), message);
  }
  const { type } = draft;
  const said = pixelFaults({
    type,
    side: type === 'html' ? 'browser' : 'server',
    method: type === 'postback' ? draft.method : type === 'image' ? 'GET' : 'POST',
    dedup_mode: draft.dedup_mode,
    url_template: changeOf(draft).url_template,
    config: changeOf(draft).config,
  });
  for (const { path, message, isName } of said) {
    say([...path, ...(isName ? ['name'] : [])].join('.'), message);
  }
  for (const name of namedAgain(draft)) {
    say(`config.headers.${name}.name`, 'Name each header once.');
  }
  return faults;
}

/** What a test showed. `warned`: it was taken, and something about it will cost money later. */
export type Verdict = 'passed' | 'warned' | 'refused' | 'timedOut';

export function verdictOf(test: PixelTest): Verdict {
  if (test.outcome === 'timeout') return 'timedOut';
  if (test.outcome !== 'ok') return 'refused';
  return warningsOf(test).length > 0 ? 'warned' : 'passed';
}

/** Slower than this, partners begin to give up. */
const slow = 3_000;

export function warningsOf({ request, event_id, latency_ms }: PixelTest): string[] {
  const sent = request ? `${request.url} ${request.body}` : '';
  return [
    ...(sent.includes(event_id) || sent.includes(encodeURIComponent(event_id))
      ? []
      : ['It carries no event id: a repeat looks like a new conversion. Add {event_id}.']),
    ...((latency_ms ?? 0) > slow ? ['The answer took longer than 3 seconds.'] : []),
  ];
}

const defined = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

function answerTo({ type, config }: PixelDraft, field: string): [string, string | null][] {
  const value = (config[field] ?? '').trim();
  if (value !== '') return [[field, field === 'code' ? (config[field] ?? '') : value]];
  if (isOptional(field)) return [[field, null]];
  return isSecret(type, field) ? [] : [[field, '']];
}

/** Only one of them could be sent: partners do not tell small letters from capitals here. */
function namedAgain({ type, headers }: PixelDraft): string[] {
  const names = type === 'postback' ? headers.map(({ name }) => name.trim()) : [];
  return names.filter(
    (name, index) =>
      name !== '' && names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < index,
  );
}

const headersOf = ({ headers }: PixelDraft): Record<string, string> =>
  Object.fromEntries(
    headers
      .filter(({ name, value }) => name.trim() !== '' || value.trim() !== '')
      .map(({ name, value }) => [name.trim(), value.trim()]),
  );
