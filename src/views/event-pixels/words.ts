import type { PixelHealth } from '#contract/event-pixels/health.ts';
import type {
  DedupMode,
  ExecutionOutcome,
  Pixel,
  PixelFireStatus,
  PixelType,
} from '#contract/event-pixels/schemas.ts';
import { type TemplateToken, templateTokens } from '#contract/event-pixels/template.ts';
import { textMap } from '#contract/text-map.ts';

export const typeWords: Record<PixelType, string> = {
  postback: 'Postback',
  image: 'Image',
  meta_capi: 'Meta Conversions API',
  tiktok_events: 'TikTok Events API',
  google_ads: 'Google Ads upload',
  ga4: 'Google Analytics 4',
  html: 'Code',
};

/** The description of each type in one sentence. */
export const typeNotes: Record<PixelType, string> = {
  postback: 'Our server calls an address of the partner for every conversion.',
  image: 'Our server fetches an image of the partner for every conversion.',
  meta_capi: 'Our server reports every conversion to Meta.',
  tiktok_events: 'Our server reports every conversion to TikTok.',
  google_ads: 'Our server uploads every conversion of a Google click.',
  ga4: 'Our server reports every conversion to Google Analytics.',
  html: 'This code runs in the browser of the buyer, in its own frame.',
};

export const statusWords: Record<Pixel['status'], string> = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  error: 'Stopped by failures',
};

export const fireWords: Record<PixelFireStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  reversed: 'Reversed',
};

/** What happens with later statuses of a conversion that was already sent. */
export const dedupWords: Record<DedupMode, { name: string; note: string }> = {
  ignore_by_event_id: {
    name: 'Send each event id once',
    note: 'A later status of the same event is not sent. The usual choice.',
  },
  ignore: {
    name: 'Send each conversion once',
    note: 'A conversion is sent only once, even under another event id.',
  },
  edit: {
    name: 'Send changes under the same event id',
    note: 'For partners who overwrite earlier reports.',
  },
  new: {
    name: 'Send each status as a new event',
    note: 'The status is added to the event id. Partners may count it twice.',
  },
  increment_payout: {
    name: 'Send the increase of the payout',
    note: 'For partners who add up amounts. Postbacks and images only.',
  },
};

export const fieldWords = textMap<{ label: string; note?: string }>({
  code: { label: 'Code', note: 'HTML, up to 20,000 characters.' },
  pixel_id: { label: 'Pixel id', note: 'Digits, as Events Manager shows them.' },
  access_token: { label: 'Access token' },
  test_event_code: {
    label: 'Test event code, optional',
    note: 'While it is set, Meta and TikTok count everything as a test.',
  },
  pixel_code: { label: 'Pixel code', note: 'Capital letters and digits.' },
  conversion_id: { label: 'Conversion id', note: 'Such as AW-123456789.' },
  label: { label: 'Conversion label, optional' },
  customer_id: { label: 'Customer id', note: 'Ten digits, without dashes.' },
  conversion_action_id: { label: 'Conversion action id' },
  developer_token: { label: 'Developer token' },
  measurement_id: { label: 'Measurement id', note: 'Such as G-ABC123DEF4.' },
  api_secret: { label: 'API secret' },
});

export const outcomeWords: Record<ExecutionOutcome, string> = {
  pending: 'Waiting',
  ok: 'Delivered',
  http_error: 'Answered with an error',
  timeout: 'Timed out',
  unreachable: 'Not reachable',
  blocked_host: 'Address refused',
  invalid: 'Not sendable',
  deduped: 'Already sent',
};

export const levelWords: Record<PixelHealth['level'], string> = {
  red: 'Bad',
  amber: 'Weak',
  green: 'Good',
  grey: 'Too few to tell',
};

const samples: Record<TemplateToken, string> = {
  conversion_id: 'cv_1041',
  event_id: 'o-5521',
  event_name: 'purchase',
  event_time: '1763669621',
  order_id: '5521',
  status: 'approved',
  value: '86.00',
  payout: '17.20',
  currency: 'USD',
  sent_value: '86.00',
  sent_currency: 'USD',
  click_id: 'ck_77',
  affid: '1001',
  affsub: 'tt-22',
  offer_id: '101',
  campaign_id: '238401',
  adset_id: '238510',
  ad_id: '238677',
  country: 'US',
  gclid: 'Cj0KCQ',
  gbraid: '0AAAA',
  wbraid: '1BBBB',
  fbclid: 'IwAR1',
  ttclid: 'E.C.P',
  msclkid: '5a5a',
  email_sha256: '9f86d0…',
  phone_sha256: '4e0740…',
};

/** The URL with the values of a sample conversion. */
export const sampleUrlOf = (template: string): string =>
  templateTokens.reduce(
    (address, token) => address.replaceAll(`{${token}}`, encodeURIComponent(samples[token])),
    template,
  );

export const sampleOf = (token: TemplateToken): string => samples[token];
