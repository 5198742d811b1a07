import type pg from 'pg';
import type { FrameQuery } from '#contract/collect/public.ts';
import { createTtlCache } from '../../platform/ttl-cache.ts';
import type { EventRow } from '../../warehouse/rows.ts';
import { signFrame } from './frame-signature.ts';
import type { Pixel } from './pixel-keys.ts';

type CodePixel = { id: number; affid: string; eventName: string; secret: Buffer };

/** The URLs of the frames that a page opens for the events it has just reported. */
export type FramesOf = (
  pixel: Pixel,
  key: string,
  events: readonly EventRow[],
) => Promise<string[]>;

const statement = `
select p.id, a.aff_id as affid, lower(m.event_name) as "eventName", o.collect_key_hash as secret
from event_pixels p
  join affiliates a on a.id = p.affiliate_id
  join projects o on o.id = a.project_id
  join master_pixels m on m.id = p.event_id
where a.project_id = $1 and p.type = 'html' and p.status = 'active' and p.removed_at is null and p.approved_code is not null
  and 'approved' = any(p.fire_on)
order by p.id`;

/** The most frames that a page opens for one request. */
const mostFrames = 5;

/** For how long a URL is valid. */
const goodFor = 24 * 3_600_000;

/**
 * Code pixels are event pixels whose HTML runs in a frame of the page. They fire for events of their affiliate, with
 * the visitor's consent, and not for tests or bots. Events of pages count as approved.
 */
export function createFrames(pool: pg.Pool, now: () => Date): FramesOf {
  const codePixels = createTtlCache(async (project) => {
    const query = {
      name: 'collect-code',
      text: statement,
      values: [project],
      query_timeout: 3_000,
    };
    return (await pool.query<CodePixel>(query)).rows;
  });
  return async ({ project }, key, events) => {
    if (events.length === 0) return [];
    const ofProject = await codePixels.of(`${project.id}`);
    const until = `${now().getTime() + goodFor}`;
    return events
      .filter(({ is_bot, is_test }) => is_bot === 0 && is_test === 0)
      .flatMap((event) =>
        ofProject
          .filter(
            ({ affid, eventName }) =>
              affid === event.affid && eventName === event.event_name.toLowerCase(),
          )
          .map(({ id, secret }) => {
            const frame = frameOf(key, until, event);
            const seal = signFrame(secret, id, frame);
            return `/t/f/${id}?${new URLSearchParams({ ...frame, seal })}`;
          }),
      )
      .slice(0, mostFrames);
  };
}

function frameOf(key: string, until: string, event: EventRow) {
  const frame: Omit<FrameQuery, 'k' | 'until' | 'seal' | 'event_id'> = {
    event_name: event.event_name,
    order_id: event.order_id,
    value: event.value,
    currency: event.currency,
    click_id: event.click_id,
    affid: event.affid,
    affsub: event.affsub,
    campaign_id: event.campaign_id,
    adset_id: event.adset_id,
    ad_id: event.ad_id,
    country: event.country,
  };
  const known = Object.entries(frame).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return { k: key, until, event_id: event.dedup_key, ...Object.fromEntries(known) };
}
