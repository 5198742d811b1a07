import { onlyConversionsReported, pixelFaults } from '#contract/event-pixels/schemas.ts';
import { templateFault } from '#contract/event-pixels/template.ts';
import type { Connection } from '../database/orm.ts';
import { hostProblem, type Lookup } from '../egress/resolve-host.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { findEventOf, type PixelRow, type PixelSettings } from './repository.ts';

type HostLimits = { lookup: Lookup; allowHosts: readonly string[] };

/**
 * Checks that depend on other rows; they use the transaction's connection, because many simultaneous changes would
 * otherwise exhaust the pool. Unchanged values are not refused, so that a pixel can be paused although its event was
 * removed, secrets of its config are missing or its address was allowed by an earlier version.
 */
export async function requireValid(
  connection: Connection,
  { type, affiliate }: Pick<PixelRow, 'type' | 'affiliate'>,
  settings: PixelSettings,
  before: (Pick<PixelRow, 'event' | 'url_template'> & { keepsConfig: boolean }) | null,
): Promise<void> {
  const unchanged = new Set([
    ...(before?.keepsConfig ? ['config'] : []),
    ...(before?.url_template === settings.url_template ? ['url_template'] : []),
  ]);
  const allFaults = pixelFaults({ ...settings, type });
  const faults = allFaults.filter(({ path: [field = ''] }) => !unchanged.has(field));
  if (faults.length > 0) {
    const messages = faults.map(({ path, message }) => [path.join('.'), [message]]);
    throw new Refusal(400, Object.fromEntries(messages));
  }
  if (settings.event === before?.event) return;
  const event = await findEventOf(connection, settings.event, affiliate);
  if (!event) throw invalid('event', 'This project has no such event.');
  if (type !== 'html' && !event.isConversion) throw invalid('event', onlyConversionsReported);
}

/**
 * Checked before a transaction begins, because DNS lookups can take seconds. An invalid URL is refused by the
 * config's schema.
 */
export async function requireReachable(template: string | null, limits: HostLimits): Promise<void> {
  const isAddress = template !== null && templateFault(template) === null;
  // URL parsers skip further slashes and take what follows for the host, even where it is a token.
  if (isAddress && /^https?:\/{3}/i.test(template)) {
    throw invalid('url_template', 'Begin the host after two slashes.');
  }
  const fault = isAddress && (await hostProblem(template, limits));
  if (fault) throw invalid('url_template', fault);
}
