import type pg from 'pg';
import { addOffer } from '../../server/offers/offers.ts';
import { addTest } from '../../server/split-tests/tests.ts';
import { post } from '../support/tenant.ts';

export const followers = ['offer', 'step'] as const;
/** What follows the ship of a test: the links of its control's offer, or the page of its funnel step. */
export type Follower = (typeof followers)[number];
/** A test that is to be shipped, and the row of the offer or the funnel that follows it. */
export type Shipping = { test: string; follower: Follower; row: number | string };
type Served = { pool: pg.Pool; project: number; token: string; url: string };

const shop = 'https://shop.test';

/** A running test, decided for its second variant. The name of no other test has this number. */
export async function newShipping(
  served: Served,
  follower: Follower,
  n: number,
): Promise<Shipping> {
  const { pool, project: projectId } = served;
  const shipping =
    follower === 'offer' ? await ofOffers(pool, projectId, n) : await ofPages(served, n);
  await pool.query(
    `update split_tests set decision = 'ship', decided_variant = 'B', decided_at = now(), started_at = now()
     where id = $1`,
    [shipping.test],
  );
  return shipping;
}

async function ofOffers(pool: pg.Pool, projectId: number, n: number): Promise<Shipping> {
  const row = await addOffer(pool, { projectId, offerId: `${2 * n}` });
  const winner = await addOffer(pool, { projectId, offerId: `${2 * n + 1}` });
  const places = [row, winner];
  const { id: test } = await addTest(pool, { projectId, places, kind: 'offer', unit: 'click' });
  return { test, follower: 'offer', row };
}

async function ofPages({ pool, project, token, url }: Served, n: number): Promise<Shipping> {
  const slug = `funnel-${n}`;
  const steps = [
    { slug: 'landing', path: '/a' },
    { slug: 'order', path: '/order' },
  ].map(({ slug: step, path }) => ({
    ...{ slug: step, name: step, kind: 'custom', page_url: shop + path },
    matcher: {
      any: [
        {
          event: 'page_view',
          filters: [{ property: 'path', operator: 'equals', value: path }],
        },
      ],
    },
  }));
  const made = await post(url, '/api/v1/funnels/', { project, name: slug, slug, steps }, token);
  const path = `/api/v1/funnels/${slug}/publish/?project_id=${project}`;
  const published = await post(url, path, {}, token);
  if (published.status !== 200) throw new Error(`No funnel: ${made.text} ${published.text}`);
  const places = [`${shop}/a`, `${shop}/b`];
  const { id: test } = await addTest(pool, { projectId: project, places, kind: 'funnel_step' });
  const { rows } = await pool.query<{ id: string }>(
    `with aimed as (update split_tests set target = $2 where id = $1)
     select id from funnels where project_id = $3 and slug = $4`,
    [test, { funnel: slug, step: 'landing' }, project, slug],
  );
  return { test, follower: 'step', row: rows[0]?.id ?? '' };
}

const stateOfFollower: Record<Follower, string> = {
  offer: `select concat('offer ', version) from offers where id = $2`,
  step: `select concat('funnel ', version, ' draft ',
      (select settings->>'page_url' from funnel_steps where funnel_id = funnels.id and slug = 'landing'),
      ' published ', (select string_agg(definition->'steps'->0->>'page_url', ', ' order by version)
        from funnel_versions where funnel_id = funnels.id),
      ' notes ', (select count(*) from funnel_annotations where funnel_id = funnels.id))
    from funnels where id = $2`,
};

/** All that a ship and its undo change, in words. */
export async function stateOf(
  { pool, project }: Pick<Served, 'pool' | 'project'>,
  { test, follower, row }: Shipping,
): Promise<string> {
  const { rows } = await pool.query<{ state: string }>(
    `select concat(status, ' in version ', version, ', ',
       (select count(*) filter (where undone_at is null) || ' of ' || count(*)
        from split_test_ships where test_id = test.id), ' ships, ',
       (select count(*) filter (where ended_at is null) || ' of ' || count(*)
        from split_test_phases where test_id = test.id), ' phases, ',
       (select count(*) from audit_entries where chain = $3 and target = test.name), ' audited, ',
       (${stateOfFollower[follower]})) as state
     from split_tests test where id = $1`,
    [test, row, `project:${project}`],
  );
  return rows[0]?.state ?? '';
}
