/** A web URL; anything else that was stored leads nowhere. */
export function addressOf(stored: string | null): string | null {
  if (!stored || !URL.canParse(stored)) return null;
  const url = new URL(stored);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
