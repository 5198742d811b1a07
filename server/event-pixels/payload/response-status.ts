import type { PixelType } from '#contract/event-pixels/schemas.ts';

const REFUSED = 400;
const TOO_MANY = 429;
const BROKEN = 500;

/**
 * The effective status of a response. Google and TikTok answer 200 even when they refuse an event, and report the
 * refusal only in the text. A text that is not JSON keeps its status: it may be truncated, and an event that may have
 * been counted must not be retried as refused.
 */
export function effectiveStatus(type: PixelType, status: number, text: string): number {
  if (status < 200 || status >= 300) return status;
  if (type !== 'google_ads' && type !== 'tiktok_events') return status;
  const body = parsed(text);
  if (body === undefined) return status;
  return (type === 'google_ads' ? refusalOfGoogle(body) : refusalOfTiktok(body)) ?? status;
}

/** With `partialFailure` Google reports a refused conversion in this field, whether or not it can be corrected. */
function refusalOfGoogle(body: unknown): number | null {
  const fault =
    fieldOf(body, 'partialFailureError') ?? fieldOf(body, 'partial_failure_error') ?? {};
  return Object.keys(Object(fault)).length > 0 ? REFUSED : null;
}

/** TikTok's codes begin like HTTP statuses; 40100 means too many calls. */
function refusalOfTiktok(body: unknown): number | null {
  const code = String(fieldOf(body, 'code'));
  if (code === '0') return null;
  if (/^5\d{4}$/.test(code)) return BROKEN;
  return code === '40100' ? TOO_MANY : REFUSED;
}

const fieldOf = (body: unknown, name: string): unknown => Object(body)[name];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
