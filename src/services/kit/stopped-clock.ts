/** What time it is; for ever the same where `/conf.js` tells of a demo that stands still. */
export function clockOf({ __CONF__: config }: { __CONF__?: unknown }): () => number {
  const told = typeof config === 'object' && config !== null && 'now' in config ? config.now : null;
  const moment = typeof told === 'string' ? Date.parse(told) : Number.NaN;
  return Number.isNaN(moment) ? Date.now : () => moment;
}
