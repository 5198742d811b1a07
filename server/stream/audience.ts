import type { z } from 'zod';
import type { CollectedEvent, pixelStreamQuerySchema } from '#contract/master-pixels/stream.ts';
import type { Access, Membership } from '../access/access.ts';
import { memberForInput } from '../access/require-capability.ts';
import { findAffiliate } from '../affiliates/repository.ts';
import type { Connection } from '../database/orm.ts';
import { forbidden, invalid } from '../platform/refusal.ts';
import { type Cursor, encodeCursor } from './cursor.ts';
import type { LiveRow } from './live.ts';

export type StreamQuery = z.output<typeof pixelStreamQuerySchema>;

/** What a stream shows, and to whom. */
export type Audience = {
  membership: Membership;
  /** The requested affiliate. */
  chosen: string | null;
  /** The only affiliates whose events the user may see; null for all. */
  own: readonly string[] | null;
};

/** Foreign and missing projects both refuse the call. */
export async function audienceOf(
  connection: Connection,
  access: Access,
  { affiliate_id: affiliate, project_id: project, master_pixel: pixel }: StreamQuery,
): Promise<Audience> {
  const found =
    typeof affiliate === 'number'
      ? await findAffiliate(connection, access.memberships, affiliate)
      : null;
  if (typeof affiliate === 'number' && !found) throw forbidden();
  const pixelProject = pixel === undefined ? undefined : await projectOfPixel(connection, pixel);
  const named = [found?.membership.projectId, project, pixelProject].filter(
    (id): id is number => id !== undefined,
  );
  const [first] = named;
  if (first === undefined) throw invalid('project_id', 'Name a project, an affiliate or a pixel.');
  const memberships = named.map((id) => memberForInput(access, id));
  const [membership] = memberships;
  if (!membership) throw forbidden();
  if (named.some((id) => id !== first)) {
    throw invalid('project_id', 'Affiliate, project and pixel have to belong together.');
  }
  const own = membership.affiliates?.map(({ affId }) => affId) ?? null;
  return { membership, chosen: found?.affiliate.affId ?? null, own };
}

async function projectOfPixel(connection: Connection, pixel: number): Promise<number> {
  const { rows } = await connection.query<{ id: number }>(
    'select project_id as id from master_pixels where id = $1',
    [pixel],
  );
  return rows[0]?.id ?? -1;
}

/** An event as this audience may see it; null where it is not visible or not requested. */
export function visibleTo(
  row: LiveRow,
  { membership, chosen, own }: Audience,
  { side, event_name: name, master_pixel: pixel }: StreamQuery,
): CollectedEvent | null {
  const { event, belongs } = row;
  if (!event || (side && event.side !== side) || (name && event.event_name !== name)) return null;
  if (pixel !== undefined && event.pixel !== pixel) return null;
  const earner = belongs?.conversion.affid ?? event.affid;
  if (own && !own.includes(earner)) return null;
  const isChosen = chosen === null || earner === chosen || (!own && event.affid === chosen);
  if (!isChosen) return null;
  const isOthers = own !== null && !own.includes(event.affid);
  const unlessOthers = (text: string) => (isOthers ? null : text || null);
  return {
    kind: 'event',
    id: encodeCursor(cursorOf(row)),
    uid: event.uid,
    project_id: membership.projectId,
    side: event.side,
    event_name: event.event_name,
    event_time: event.event_time,
    received_at: event.received_at,
    affid: unlessOthers(event.affid),
    affsub: unlessOthers(event.affsub),
    event_id: event.event_id || null,
    order_id: event.order_id || null,
    value: Number(event.value),
    currency: event.currency,
    campaign_id: unlessOthers(event.campaign_id),
    adset_id: unlessOthers(event.adset_id),
    ad_id: unlessOthers(event.ad_id),
    country: event.country === 'ZZ' ? null : event.country || null,
    device: event.device || null,
    status: event.status,
    is_test: event.is_test,
    is_bot: event.is_bot,
    master_pixel: event.pixel,
    url: event.url || null,
    network: own ? null : event.network || null,
    conversion: belongs
      ? { id: belongs.conversion.id, affid: belongs.conversion.affid || null }
      : null,
    twin: belongs && withoutOthers(belongs.twin, own),
  };
}

export const cursorOf = ({ version, place, keptAt }: LiveRow): Cursor => ({
  version,
  place,
  at: keptAt.getTime(),
});

const othersToo = new Set(['affid', 'campaign_id', 'adset_id', 'ad_id']);

/** Affiliates see nothing of each other, not even that the two sides named different affiliates. */
function withoutOthers(
  twin: CollectedEvent['twin'],
  own: readonly string[] | null,
): CollectedEvent['twin'] {
  if (!twin || !own) return twin;
  return { ...twin, differences: twin.differences.filter(({ field }) => !othersToo.has(field)) };
}
