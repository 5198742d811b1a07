import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import {
  lostSecretsReason,
  notConversionReason,
  onlyConversionsReported,
  type Pixel,
  type PixelType,
  pixelConfigOf,
  pixelFaults,
} from '#contract/event-pixels/schemas.ts';
import { templateFault } from '#contract/event-pixels/template.ts';
import type { Access, Membership } from '../access/access.ts';
import { isAllowed, memberForInput, requireCapability } from '../access/require-capability.ts';
import { findAffiliate, readAffiliatesOf } from '../affiliates/repository.ts';
import { withAudit } from '../audit/audit-log.ts';
import type { Connection } from '../database/orm.ts';
import { hostProblem, type Lookup } from '../egress/resolve-host.ts';
import type { Attempts } from '../limits/attempts.ts';
import { oneTestOf } from '../limits/one-test.ts';
import { forbidden, invalid, notFound, Refusal } from '../platform/refusal.ts';
import type { Idempotent, KeepAnswer } from '../plugins/idempotency.ts';
import { type MemberCall, serve } from '../plugins/serve.ts';
import { type Config, maskedSecrets, unmasked, withoutSecrets, withSecrets } from './config.ts';
import { readExecutions } from './delivery-log.ts';
import { readHealth } from './health.ts';
import { type Destinations, destinations as platforms } from './payload/destinations.ts';
import { replay } from './replay.ts';
import {
  changePixel,
  createPixel,
  findEventOf,
  findPixel,
  type PixelRow,
  type PixelSettings,
  readPixels,
  removePixel,
  restorePixel,
} from './repository.ts';
import { keepsSecrets, type SecretTarget, secretOriginOf } from './secret-origin.ts';
import { sendTestDelivery } from './test-delivery.ts';
import type { Secrets, Vault } from './vault.ts';

export type PixelDependencies = {
  pool: pg.Pool;
  attempts: Attempts;
  /** The read-only client of the warehouse. */
  reader: ClickHouseClient;
  vault: Vault;
  lookup: Lookup;
  /** Hosts that may resolve to internal addresses, as `host` or `host:port`. */
  allowHosts: readonly string[];
  now: () => Date;
  idempotent: Idempotent;
  /** Base URLs of platforms; tests use their own. */
  destinations?: Destinations;
};

type Owner = NonNullable<Awaited<ReturnType<typeof findAffiliate>>>;

/** The event pixels of affiliates, which report conversions to partners and platforms. */
export function eventPixelRoutes(app: FastifyInstance, dependencies: PixelDependencies): void {
  const { pool, attempts, reader, vault, lookup, allowHosts, now, idempotent } = dependencies;
  const { destinations = platforms } = dependencies;
  const limits = { lookup, allowHosts, timeoutMs: 5_000 };
  const oneTest = oneTestOf(attempts, 'pixel test');
  const audited = withAudit(pool, now);

  serve(app, endpoints.listPixels, async ({ access, query }) =>
    (await readPixels(pool, await affiliatesIn(access, query), now())).map(answerOf),
  );

  serve(app, endpoints.createPixel, async (call) => {
    const { access, body } = call;
    const found = await findAffiliate(pool, access.memberships, body.affiliate);
    if (!found) throw forbidden();
    requireWriter(found.membership, body.type);
    return idempotent(call, (keep) => create(call, found, keep));
  });

  async function create(
    call: MemberCall<typeof endpoints.createPixel>,
    { membership, affiliate }: Owner,
    keep: KeepAnswer<Pixel>,
  ): Promise<Pixel> {
    const { body } = call;
    await check(pool, body, body, null);
    await checkHost(body.url_template);
    const parts = withoutSecrets(body.type, pixelConfigOf(body.type, body.config));
    const secrets = known(parts.secrets, {});
    const seal = (id: number) => sealed({ ...body, id }, secrets);
    return audited(call, async (client, recordAudit) => {
      const created = {
        ...body,
        config: parts.plain,
        approved_code: approvedBy(membership, codeIn(parts.plain), null),
      };
      const row = await findPixel(client, await createPixel(client, created, seal, now()), now());
      if (!row) throw new Error('A pixel that was created is not there.');
      const answer = answerOf(row);
      await keep(client, answer);
      const about = { project: membership.projectId, target: body.name };
      const details = { affiliate: affiliate.affId, type: body.type };
      await recordAudit({ action: 'pixel.created', ...about, details });
      return answer;
    });
  }

  serve(app, endpoints.readPixel, async ({ access, params: { id } }) =>
    answerOf((await findPresent(access, id)).pixel),
  );

  serve(app, endpoints.changePixel, async (call) => {
    const { access, params, body } = call;
    const { id } = params;
    const { pixel, membership } = await findPresent(access, id);
    requireWriter(membership, pixel.type);
    const { updated_at: basis, ...change } = body;
    // An unchanged URL is not checked again, so that a pixel with a forbidden host can be paused.
    const { url_template: address } = change;
    if (address !== undefined && address !== pixel.url_template) await checkHost(address);
    let approves: true | undefined;
    const decide = async (row: PixelRow, client: pg.PoolClient) => {
      if (basis !== undefined && Date.parse(basis) !== row.updated_at.getTime()) {
        throw new Refusal(409, { detail: 'Someone else changed this pixel meanwhile.' });
      }
      const changedValues = Object.entries(change).filter(([, value]) => value !== undefined);
      const settings: PixelSettings = { ...row, ...Object.fromEntries(changedValues) };
      const { config } = change;
      await check(client, row, settings, { ...row, keepsConfig: config === undefined });
      const mayRedirect = isAllowed(membership, 'pixel.keep-secrets');
      const isKept = keepsSecrets(row, { ...row, ...settings }, { mayRedirect });
      if (!config) {
        if (row.secrets && !isKept) throw leftBehind(secretsOf(row));
        return { settings, secrets: row.secrets, approved: row.approved_code };
      }
      const parts = withoutSecrets(row.type, pixelConfigOf(row.type, config));
      const entered = isKept
        ? known(parts.secrets, secretsOf(row) ?? {})
        : known(parts.secrets, {}, enterAgain);
      const secrets = sealed({ ...row, ...settings }, entered);
      const approved = approvedBy(membership, codeIn(parts.plain), row.approved_code);
      if (approved !== row.approved_code) approves = true;
      return { settings: { ...settings, config: parts.plain }, secrets, approved };
    };
    await audited(call, async (client, recordAudit) => {
      if (!(await changePixel(client, id, decide, now()))) throw notFound();
      const about = { project: membership.projectId, target: pixel.name };
      // URLs and configs can hold secrets and are not recorded.
      const { name, status } = change;
      const details = { changed: Object.keys(change), name, status, approved_code: approves };
      await recordAudit({ action: 'pixel.changed', ...about, details });
    });
    return answerOf((await find(access, id)).pixel);
  });

  serve(app, endpoints.removePixel, async (call) => {
    const { access, params } = call;
    const { pixel, membership } = await find(access, params.id);
    requireWriter(membership, pixel.type);
    await audited(call, async (client, recordAudit) => {
      await removePixel(client, params.id, now());
      const about = { project: membership.projectId, target: pixel.name };
      if (!pixel.removed_at) await recordAudit({ action: 'pixel.removed', ...about });
    });
    return 'The pixel was removed. It can be restored for 30 days.';
  });

  serve(app, endpoints.restorePixel, async (call) => {
    const { access, params } = call;
    const { pixel, membership } = await find(access, params.id);
    requireWriter(membership, pixel.type);
    await audited(call, async (client, recordAudit) => {
      await restorePixel(client, params.id);
      const about = { project: membership.projectId, target: pixel.name };
      if (pixel.removed_at) await recordAudit({ action: 'pixel.restored', ...about });
    });
    return answerOf((await find(access, params.id)).pixel);
  });

  serve(app, endpoints.pixelExecutions, async ({ access, params: { id }, query, reply }) => {
    await findPresent(access, id);
    const { executions, next } = await readExecutions(pool, id, query);
    if (next) reply.header('x-next-cursor', next);
    return executions;
  });

  async function affiliatesIn(
    access: Access,
    { affiliate, project }: { affiliate?: number | undefined; project?: number | undefined },
  ): Promise<number[]> {
    if (affiliate === undefined) {
      const membership = memberForInput(access, project ?? 0);
      return (await readAffiliatesOf(pool, [membership])).map(({ id }) => id);
    }
    if (!(await findAffiliate(pool, access.memberships, affiliate))) throw forbidden();
    return [affiliate];
  }

  serve(app, endpoints.testPixel, async ({ access, params: { id }, body }) => {
    const { pixel, membership } = await findPresent(access, id);
    requireWriter(membership, pixel.type);
    const hands = { pool, now, vault, limits, destinations };
    return oneTest(`${access.userId} ${id}`, () =>
      sendTestDelivery(hands, pixel, body.test_event_code),
    );
  });

  serve(app, endpoints.replayPixel, async ({ access, params: { id }, body }) => {
    const { pixel, membership } = await findPresent(access, id);
    requireWriter(membership, pixel.type);
    return replay({ pool, reader }, id, body, now());
  });

  serve(app, endpoints.pixelHealth, async ({ access, params: { id }, query: { hours } }) => {
    const { pixel } = await findPresent(access, id);
    return readHealth(pool, pixel, { hours, now: now() });
  });

  /** A pixel of an affiliate that the caller may see. */
  async function find({ memberships }: Access, id: number) {
    const pixel = await findPixel(pool, id, now());
    const owner = pixel && (await findAffiliate(pool, memberships, pixel.affiliate));
    if (!pixel || !owner) throw notFound();
    return { pixel, membership: owner.membership };
  }

  async function findPresent(access: Access, id: number) {
    const found = await find(access, id);
    if (found.pixel.removed_at) throw notFound();
    return found;
  }

  /**
   * Checks that depend on other rows; they use the transaction's connection, because many simultaneous changes would
   * otherwise exhaust the pool. Unchanged values are not refused, so that a pixel can be paused although its event was
   * removed, secrets of its config are missing or its address was allowed by an earlier version.
   */
  async function check(
    connection: Connection,
    { type, affiliate }: Pick<PixelRow, 'type' | 'affiliate'>,
    settings: PixelSettings,
    before: (Pick<PixelRow, 'event' | 'url_template'> & { keepsConfig: boolean }) | null,
  ) {
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
  async function checkHost(template: string | null) {
    const isAddress = template !== null && templateFault(template) === null;
    // URL parsers skip further slashes and take what follows for the host, even where it is a token.
    if (isAddress && /^https?:\/{3}/i.test(template)) {
      throw invalid('url_template', 'Begin the host after two slashes.');
    }
    const fault = isAddress && (await hostProblem(template, { lookup, allowHosts }));
    if (fault) throw invalid('url_template', fault);
  }

  const sealed = (pixel: SecretTarget & { id: number }, secrets: Secrets): Buffer | null =>
    Object.keys(secrets).length > 0 ? vault.seal(targetOf(pixel), secrets) : null;

  /** Null where the secrets were sealed with another key: they count as missing until new ones are entered. */
  function secretsOf(row: PixelRow): Secrets | null {
    try {
      return row.secrets ? vault.open(targetOf(row), row.secrets) : {};
    } catch {
      return null;
    }
  }

  function silence(row: PixelRow): string | null {
    if (row.type !== 'html' && !row.is_conversion) return notConversionReason(row.event_name);
    return secretsOf(row) ? null : lostSecretsReason;
  }

  const answerOf = (row: PixelRow): Pixel => ({
    id: row.id,
    affiliate: row.affiliate,
    event: row.event,
    name: row.name,
    type: row.type,
    side: row.side,
    status: row.status,
    config: withSecrets(row.type, row.config, maskedSecrets(secretsOf(row) ?? {})),
    approved_code: row.approved_code,
    url_template: row.url_template,
    method: row.method,
    fire_on: row.fire_on,
    dedup_mode: row.dedup_mode,
    last_fired_at: row.last_fired_at?.toISOString() ?? null,
    last_status: row.last_status,
    failures_24h: row.failures_24h,
    silent_reason: silence(row),
    updated_at: row.updated_at.toISOString(),
  });
}

/** Code saved by a member who may approve code is approved; otherwise the approved code stays. */
const approvedBy = (membership: Membership, code: string | null, before: string | null) =>
  isAllowed(membership, 'pixel.approve-code') ? code : before;

const codeIn = ({ code }: Config): string | null => (typeof code === 'string' ? code : null);

/** Code runs in a shop's pages, so affiliates may not write it. */
function requireWriter(membership: Parameters<typeof requireCapability>[0], type: PixelType): void {
  requireCapability(membership, type === 'html' ? 'pixel.write-code' : 'pixel.write');
}

const targetOf = (pixel: SecretTarget & { id: number }) => ({
  pixel: pixel.id,
  origin: secretOriginOf(pixel),
});

const onlyMask = 'Enter the secret itself; this is only its mask.';
const enterAgain = 'Enter the secret again, because the address has changed.';

/** The secrets with masks replaced by stored ones, or a refusal for masks without a stored secret. */
function known(entered: Secrets, stored: Secrets, message = onlyMask): Secrets {
  const { secrets, unknown } = unmasked(entered, stored);
  if (unknown.length === 0) return secrets;
  throw refusedSecrets(unknown, message);
}

/** Refuses an address without the secrets that are sent to it; null stands for secrets that cannot be opened. */
const leftBehind = (secrets: Secrets | null): Refusal =>
  secrets ? refusedSecrets(Object.keys(secrets), enterAgain) : invalid('config', enterAgain);

const refusedSecrets = (paths: readonly string[], message: string): Refusal =>
  new Refusal(400, Object.fromEntries(paths.map((path) => [`config.${path}`, [message]])));
