import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { type Pixel, pixelConfigOf } from '#contract/event-pixels/schemas.ts';
import { findAffiliate } from '../affiliates/repository.ts';
import { withAudit } from '../audit/audit-log.ts';
import type { Lookup } from '../egress/resolve-host.ts';
import { forbidden, notFound } from '../platform/refusal.ts';
import type { Idempotent, KeepAnswer } from '../plugins/idempotency.ts';
import { type MemberCall, serve } from '../plugins/serve.ts';
import { withoutSecrets } from './config.ts';
import { answerOf } from './pixel-answer.ts';
import { approvedCode, pixelAfter } from './pixel-change.ts';
import { requireReachable, requireValid } from './pixel-checks.ts';
import { enteredSecrets, sealSecrets } from './pixel-secrets.ts';
import {
  changePixel,
  createPixel,
  findPixel,
  readPixels,
  removePixel,
  restorePixel,
} from './repository.ts';
import { requireWriter, seenPixels } from './seen-pixel.ts';
import type { Vault } from './vault.ts';

export type PixelDependencies = {
  pool: pg.Pool;
  vault: Vault;
  lookup: Lookup;
  /** Hosts that may resolve to internal addresses, as `host` or `host:port`. */
  allowHosts: readonly string[];
  now: () => Date;
  idempotent: Idempotent;
};

type Owner = NonNullable<Awaited<ReturnType<typeof findAffiliate>>>;

/** The event pixels of affiliates, which report conversions to partners and platforms. */
export function eventPixelRoutes(app: FastifyInstance, dependencies: PixelDependencies): void {
  const { pool, vault, now, idempotent } = dependencies;
  const audited = withAudit(pool, now);
  const { affiliatesIn, find, findPresent } = seenPixels(pool, now);

  serve(app, endpoints.listPixels, async ({ access, query }) => {
    const rows = await readPixels(pool, await affiliatesIn(access, query), now());
    return rows.map((row) => answerOf(vault, row));
  });

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
    await requireValid(pool, body, body, null);
    await requireReachable(body.url_template, dependencies);
    const parts = withoutSecrets(body.type, pixelConfigOf(body.type, body.config));
    const secrets = enteredSecrets(parts.secrets, {});
    const seal = (id: number) => sealSecrets(vault, { ...body, id }, secrets);
    return audited(call, async (client, recordAudit) => {
      const created = {
        ...body,
        config: parts.plain,
        approved_code: approvedCode(membership, parts.plain, null),
      };
      const row = await findPixel(client, await createPixel(client, created, seal, now()), now());
      if (!row) throw new Error('A pixel that was created is not there.');
      const answer = answerOf(vault, row);
      await keep(client, answer);
      const about = { project: membership.projectId, target: body.name };
      const details = { affiliate: affiliate.affId, type: body.type };
      await recordAudit({ action: 'pixel.created', ...about, details });
      return answer;
    });
  }

  serve(app, endpoints.readPixel, async ({ access, params: { id } }) =>
    answerOf(vault, (await findPresent(access, id)).pixel),
  );

  serve(app, endpoints.changePixel, async (call) => {
    const { access, params, body } = call;
    const { id } = params;
    const { pixel, membership } = await findPresent(access, id);
    requireWriter(membership, pixel.type);
    // An unchanged URL is not checked again, so that a pixel with a forbidden host can be paused.
    const { updated_at: _, ...change } = body;
    const { url_template: address } = change;
    if (address !== undefined && address !== pixel.url_template)
      await requireReachable(address, dependencies);
    await audited(call, async (client, recordAudit) => {
      const done = await changePixel(
        client,
        id,
        (row) => pixelAfter(row, body, { membership, vault, client }),
        now(),
      );
      if (!done) throw notFound();
      const about = { project: membership.projectId, target: pixel.name };
      // URLs and configs can hold secrets and are not recorded.
      const { name, status } = change;
      const approves = done.approves || undefined;
      const details = { changed: Object.keys(change), name, status, approved_code: approves };
      await recordAudit({ action: 'pixel.changed', ...about, details });
    });
    return answerOf(vault, (await find(access, id)).pixel);
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
    return answerOf(vault, (await find(access, params.id)).pixel);
  });
}
