/** The app's clock; it is stopped where `/conf.js` sets a fixed time for a demo. */
export function clockOf({ __CONF__: config }: { __CONF__?: unknown }): () => number {
  const configured =
    typeof config === 'object' && config !== null && 'now' in config ? config.now : null;
  const moment = typeof configured === 'string' ? Date.parse(configured) : Number.NaN;
  return Number.isNaN(moment) ? Date.now : () => moment;
}
