import type { PixelType } from '#contract/event-pixels/schemas.ts';

const REFUSED = 400;
const TOO_MANY = 429;
const BROKEN = 500;

/**
 * The status that an answer comes to. Google and TikTok answer 200 also where they took nothing, and say so in the text
 * alone. Text of theirs that is no JSON is left at its status: it can be cut off, and what may have been counted is not
 * to be called refused and sent once more.
 */
export function meantStatus(type: PixelType, status: number, text: string): number {
  if (status < 200 || status >= 300) return status;
  if (type !== 'google_ads' && type !== 'tiktok_events') return status;
  const said = parsed(text);
  if (said === undefined) return status;
  return (type === 'google_ads' ? refusalOfGoogle(said) : refusalOfTiktok(said)) ?? status;
}

/** Under `partialFailure` a conversion that was not taken stands here, whether it can be mended or not. */
function refusalOfGoogle(said: unknown): number | null {
  const fault =
    fieldOf(said, 'partialFailureError') ?? fieldOf(said, 'partial_failure_error') ?? {};
  return Object.keys(Object(fault)).length > 0 ? REFUSED : null;
}

/** Its codes begin like the statuses they stand for; 40100 is the one for too many calls. */
function refusalOfTiktok(said: unknown): number | null {
  const code = String(fieldOf(said, 'code'));
  if (code === '0') return null;
  if (/^5\d{4}$/.test(code)) return BROKEN;
  return code === '40100' ? TOO_MANY : REFUSED;
}

const fieldOf = (said: unknown, name: string): unknown => Object(said)[name];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
