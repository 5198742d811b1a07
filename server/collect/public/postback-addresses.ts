import { BlockList, isIPv6 } from 'node:net';
import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import { visitKeys } from '../../attribution/visit-keys.ts';
import { createTtlCache } from '../../platform/ttl-cache.ts';

/** Whether a postback of a click may come from an address. */
export type MayReport = (project: number, clickId: string, address: string) => Promise<boolean>;

/** Keeps the postbacks of an offer to the addresses that it names. */
export function createPostbackAddresses(pool: pg.Pool, reader: ClickHouseClient): MayReport {
  const limited = createTtlCache(async (project: string) => {
    const { rows } = await pool.query<{ offerId: string; ips: string[] }>(
      `select offer_id as "offerId", postback_ips as ips from offers
       where project_id = $1 and cardinality(postback_ips) > 0`,
      [Number(project)],
    );
    return new Map(rows.map(({ offerId, ips }) => [offerId, listOf(ips)]));
  });
  return async (project, clickId, address) => {
    const offers = await limited.of(`${project}`);
    if (offers.size === 0) return true;
    const offer = await offerOf({ pool, reader }, project, clickId);
    const allowed = offer === null ? undefined : offers.get(offer);
    return allowed === undefined || isOn(allowed, address);
  };
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', length] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list;
}

function isOn(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** The offer of a click, which may still wait in the inbox. Clicks of tests are known to their test. */
async function offerOf(
  { pool, reader }: { pool: pg.Pool; reader: ClickHouseClient },
  project: number,
  click_id: string,
): Promise<string | null> {
  const { rows } = await pool.query<{ offer: string }>(
    `select payload -> 'event' ->> 'offer_id' as offer from inbox
     where project_id = $1 and payload -> 'event' ->> 'click_id' = $2
       and payload -> 'event' ->> 'event_name' = 'click'
     union all
     select offer.offer_id from postback_tests test join offers offer on offer.id = test.offer_id
     where offer.project_id = $1 and test.click_id = $2
     limit 1`,
    [project, click_id],
  );
  if (rows[0]) return rows[0].offer;
  const answer = await reader.query({
    query: `SELECT offer_id FROM events
      WHERE project_id = {project:UInt32} AND event_name = 'click' AND click_id = {click:String} AND is_twin = 0
        AND event_time IN (
          SELECT event_time FROM visits WHERE project_id = {project:UInt32}
            AND key_hash IN (SELECT sipHash64(arrayJoin({keys:Array(String)}))) AND key IN {keys:Array(String)}
        )
      LIMIT 1`,
    query_params: {
      project,
      click: click_id,
      keys: visitKeys({ click_id, visitor_id: '', user_id: '' }),
    },
    format: 'JSONEachRow',
  });
  const [found] = await answer.json<{ offer_id: string }>();
  return found?.offer_id ?? null;
}
