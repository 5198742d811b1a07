import { mayRole } from '#contract/accounts/roles.ts';
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
import type { PixelTest } from '#contract/event-pixels/test-delivery.ts';
import type { Query } from '#model/query.ts';

/** What the editor shows: a saved pixel, or a new one that may copy another. */
export type EditorTarget = { kind: 'one'; id: number } | { kind: 'new'; from: number | null };

/** An event of the project that a pixel can report. */
export type PixelEvent = { id: number; name: string; event_name: string; is_primary: boolean };

export type PixelHeader = { name: string; value: string };

/** The values of the pixel form, as typed. */
export type PixelDraft = {
  affiliate: number | null;
  event: number | null;
  name: string;
  type: PixelType;
  status: Pixel['status'];
  /** The settings of the pixel type, by field name. */
  config: Record<string, string>;
  headers: readonly PixelHeader[];
  url_template: string;
  method: Pixel['method'];
  fire_on: readonly PixelFireStatus[];
  dedup_mode: DedupMode;
};

/** The fields of each pixel type, in the order of the form. */
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

/** The mask that replaces a secret which only the server knows. */
export const isMask = (value: string): boolean => value.startsWith('\u2022');

const emptyDraft: PixelDraft = {
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

/** The project and the member's rights in it, with its affiliates. */
export type EditorScope = {
  member: number;
  project: number;
  slug: string;
  role: string;
  affiliates: readonly { id: number; name: string }[];
  /** The selected affiliates; empty for all. */
  chosen: readonly number[];
};

export function scopeOf({ project, affiliates }: Query, member: Session): EditorScope {
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

export const canWrite = ({ role }: EditorScope, type: PixelType): boolean =>
  mayRole(role, type === 'html' ? 'pixel.write-code' : 'pixel.write');

const canApprove = ({ role }: EditorScope): boolean => mayRole(role, 'pixel.approve-code');

/** Whether the pixel has code that was saved by a member who may not approve it. */
export const waitsForApproval = ({ type, config, approved_code }: Pixel): boolean =>
  type === 'html' && config.code !== approved_code;

/** Code that differs from the approved code, and whether saving approves it. */
export type CodeReview = { approved: string; written: string; approves: boolean };

export function reviewOf(
  draft: PixelDraft,
  pixel: Pixel | null,
  place: EditorScope,
): CodeReview | null {
  if (draft.type !== 'html') return null;
  const approved = pixel?.approved_code ?? '';
  const written = draft.config.code ?? '';
  return written === approved ? null : { approved, written, approves: canApprove(place) };
}

export const visiblePixels = (pixels: readonly Pixel[], { chosen }: EditorScope): Pixel[] =>
  pixels.filter(({ affiliate }) => chosen.length === 0 || chosen.includes(affiliate));

export const keyOf = (opened: EditorTarget | null): string =>
  opened === null ? '' : opened.kind === 'one' ? String(opened.id) : `new ${opened.from ?? ''}`;

/** An unsaved draft, and the version of the pixel that it began from; null for a new pixel. */
export type StoredDraft = { draft: PixelDraft; version: string | null };

/** The key of a draft: member, project and editor target. */
export const draftKeyOf = ({ member, project }: EditorScope, opened: EditorTarget | null): string =>
  `${member} ${project} ${keyOf(opened)}`;

/** The drafts of one member. */
export const draftsOfMember = (
  drafts: Record<string, StoredDraft>,
  { member }: EditorScope,
): Record<string, StoredDraft> =>
  Object.fromEntries(Object.entries(drafts).filter(([key]) => key.startsWith(`${member} `)));

/** The initial form values. A copy has no secrets, because they cannot be read back. */
export function draftFor(
  opened: EditorTarget | null,
  pixel: Pixel | null,
  events: readonly PixelEvent[],
  { affiliates, chosen }: EditorScope,
): PixelDraft {
  if (!pixel) {
    const [only, ...others] = chosen.length > 0 ? chosen : affiliates.map(({ id }) => id);
    return {
      ...emptyDraft,
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

/** The name of a copy: a long name is cut between characters. */
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

/** The fields of an existing pixel that the API can change. */
function changeOf(draft: PixelDraft) {
  const { type } = draft;
  return {
    event: draft.event ?? undefined,
    name: draft.name,
    ...(draft.status === 'error' ? {} : { status: draft.status }),
    config: {
      ...Object.fromEntries(configFields[type].flatMap((field) => responseText(draft, field))),
      ...(type === 'postback' ? { headers: headersOf(draft) } : {}),
    },
    url_template: hasTemplate(type) ? draft.url_template.trim() || null : null,
    ...(type === 'postback' ? { method: draft.method } : {}),
    fire_on: draft.fire_on,
    dedup_mode: draft.dedup_mode,
  };
}

/** The request body: all fields of a new pixel, or the changeable ones with the version that was read. */
export const bodyOf = (draft: PixelDraft, pixel: Pixel | null): Record<string, unknown> =>
  pixel
    ? { ...changeOf(draft), updated_at: pixel.updated_at }
    : { ...changeOf(draft), affiliate: draft.affiliate ?? undefined, type: draft.type };

/** The events that the form offers; a saved pixel keeps its event even if it could not be chosen today. */
export const eventsFor = (
  { type, event }: PixelDraft,
  events: readonly PixelEvent[],
): readonly PixelEvent[] =>
  events.filter(({ id, is_primary }) => type === 'html' || is_primary || id === event);

/** The errors of a draft by field, from the contract; each header has fields of its own. */
export function faultsOf(draft: PixelDraft): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  const addFault = (field: string, message: string) => {
    faults[field] = [...new Set([...(faults[field] ?? []), message])];
  };
  if (draft.affiliate === null) addFault('affiliate', 'Choose the affiliate.');
  if (draft.event === null) addFault('event', 'Choose the event.');
  const body = bodyOf(draft, null);
  const parsed = newPixelSchema.safeParse({ affiliate: 0, event: 0, ...defined(body) });
  for (const { path, message } of parsed.error?.issues ?? []) {
    if (path[0] !== 'config') addFault(path.join('.'), message);
  }
  const { type } = draft;
  const configFaults = pixelFaults({
    type,
    side: type === 'html' ? 'browser' : 'server',
    method: type === 'postback' ? draft.method : type === 'image' ? 'GET' : 'POST',
    dedup_mode: draft.dedup_mode,
    url_template: changeOf(draft).url_template,
    config: changeOf(draft).config,
  });
  for (const { path, message, isName } of configFaults) {
    addFault([...path, ...(isName ? ['name'] : [])].join('.'), message);
  }
  for (const name of duplicateHeaders(draft)) {
    addFault(`config.headers.${name}.name`, 'Name each header once.');
  }
  return faults;
}

/** The result of a test. `warned` means that the partner accepted it, but something about it will cost money later. */
export type TestVerdict = 'passed' | 'warned' | 'refused' | 'timedOut';

export function verdictOf(test: PixelTest): TestVerdict {
  if (test.outcome === 'timeout') return 'timedOut';
  if (test.outcome !== 'ok') return 'refused';
  return warningsOf(test).length > 0 ? 'warned' : 'passed';
}

/** Partners begin to time out above this response time, in milliseconds. */
const slowAfter = 3_000;

export function warningsOf({ request, event_id, latency_ms }: PixelTest): string[] {
  const sent = request ? `${request.url} ${request.body}` : '';
  return [
    ...(sent.includes(event_id) || sent.includes(encodeURIComponent(event_id))
      ? []
      : ['It carries no event id: a repeat looks like a new conversion. Add {event_id}.']),
    ...((latency_ms ?? 0) > slowAfter ? ['The response took longer than 3 seconds.'] : []),
  ];
}

const defined = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

function responseText({ type, config }: PixelDraft, field: string): [string, string | null][] {
  const value = (config[field] ?? '').trim();
  if (value !== '') return [[field, field === 'code' ? (config[field] ?? '') : value]];
  if (isOptional(field)) return [[field, null]];
  return isSecret(type, field) ? [] : [[field, '']];
}

/** Headers whose names differ only in case: HTTP could send just one of them. */
function duplicateHeaders({ type, headers }: PixelDraft): string[] {
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
