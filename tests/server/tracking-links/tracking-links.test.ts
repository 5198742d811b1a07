import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type LinkTest,
  linkTestAnswerSchema,
  type TrackingLink,
  trackingLinkSchema,
} from '#contract/tracking-links/schemas.ts';
import { noon, openShop, publicFixture, type Shop } from '../collect/public/fixture.ts';

const fixture = publicFixture();
beforeEach(() => fixture().setNow(noon));

let count = 0;
const freshId = () => `link-${++count}`;
async function affiliateOf({ projectId }: Shop, affid: string): Promise<number> {
  const { rows } = await fixture().pool.query<{ id: number }>(
    'insert into affiliates (project_id, aff_id, name) values ($1, $2, $2) returning id',
    [projectId, affid],
  );
  return rows[0]?.id ?? 0;
}
const setAddress = ({ projectId }: Shop, url: string) =>
  fixture().pool.query('update projects set url = $2 where id = $1', [projectId, url]);
async function linksOf({ projectId, token }: Shop): Promise<TrackingLink[]> {
  const answer = await fixture().app.inject({
    url: `/api/v1/tracking-links/?project_id=${projectId}`,
    headers: { authorization: `Token ${token}` },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return z.array(trackingLinkSchema).parse(answer.json());
}
async function tested({ token }: Shop, affiliate: number, offer?: string): Promise<LinkTest> {
  const answer = await fixture().app.inject({
    method: 'POST',
    url: '/api/v1/tracking-links/test/',
    headers: { authorization: `Token ${token}` },
    payload: { affiliate, ...(offer === undefined ? {} : { offer }) },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return linkTestAnswerSchema.parse(answer.json());
}
const pathOf = (link: string) => new URL(link).pathname + new URL(link).search;

describe('the tracking link of an affiliate', () => {
  it('leads where it says', async () => {
    const shop = await openShop(fixture());
    const affid = freshId();
    const id = await affiliateOf(shop, affid);
    const [link] = await linksOf(shop);
    expect(link).toMatchObject({ id, affid, leads_to: 'https://shop.test/', fault: null });
    expect(link?.link).toMatch(new RegExp(`^https?://[^/]+/t/c/${affid}$`));
    expect(link?.postback).toMatch(/\/t\/pb$/);
    const followed = await fixture().app.inject({ url: pathOf(link?.link ?? '') });
    expect(followed.statusCode).toBe(302);
    expect(followed.headers.location).toContain('https://shop.test/?click_id=ck_');
  });

  it('names the company where an older one uses the same id', async () => {
    const [older, younger] = [await openShop(fixture()), await openShop(fixture())];
    const affid = freshId();
    await affiliateOf(older, affid);
    await affiliateOf(younger, affid);
    await setAddress(younger, 'https://younger.test/');
    expect((await linksOf(older))[0]?.link).not.toContain('?k=');
    const [link] = await linksOf(younger);
    expect(link?.link).toContain(`?k=${younger.key}`);
    const followed = await fixture().app.inject({ url: pathOf(link?.link ?? '') });
    expect(followed.headers.location).toContain('https://younger.test/');
  });

  it.each([
    ['no address', '', 'no_address'],
    ['an address that is none', 'javascript:alert(1)', 'no_address'],
  ])('of a project with %s leads nowhere, and says so', async (_, url, fault) => {
    const shop = await openShop(fixture());
    const id = await affiliateOf(shop, freshId());
    await setAddress(shop, url);
    const [link] = await linksOf(shop);
    expect(link).toMatchObject({ leads_to: null, fault });
    expect((await fixture().app.inject({ url: pathOf(link?.link ?? '') })).statusCode).toBe(404);
    expect(await tested(shop, id)).toMatchObject({
      ok: false,
      message: expect.stringContaining('company settings'),
    });
  });

  it('of a project without a master pixel leads nowhere, and says so', async () => {
    const shop = await openShop(fixture());
    const id = await affiliateOf(shop, freshId());
    await fixture().pool.query(
      'update master_pixels set removed_at = now() where project_id = $1',
      [shop.projectId],
    );
    expect((await linksOf(shop))[0]).toMatchObject({ leads_to: null, fault: 'no_pixel' });
    expect(await tested(shop, id)).toMatchObject({
      ok: false,
      message: expect.stringContaining('master pixel'),
    });
  });

  it('fills in the id of the click where the destination has {click_id}, and nothing with GPC', async () => {
    const shop = await openShop(fixture());
    const affid = freshId();
    await affiliateOf(shop, affid);
    await setAddress(shop, 'https://net.test/aff_c?offer_id=5&aff_sub={click_id}');
    const follow = (headers: Record<string, string>) =>
      fixture().app.inject({ url: `/t/c/${affid}?k=${shop.key}`, headers });
    const { searchParams } = new URL(String((await follow({})).headers.location));
    expect(searchParams.get('aff_sub')).toMatch(/^ck_/);
    expect(searchParams.get('aff_sub')).toBe(searchParams.get('click_id'));
    expect((await follow({ 'sec-gpc': '1' })).headers.location).toBe(
      'https://net.test/aff_c?offer_id=5&aff_sub=',
    );
  });
});

describe('a test click', () => {
  it('arrives as a test and is not counted', async () => {
    const shop = await openShop(fixture());
    const id = await affiliateOf(shop, freshId());
    const result = await tested(shop, id);
    expect(result).toMatchObject({
      ok: true,
      message: 'The click arrived, marked as a test and not counted.',
      leads_to: expect.stringContaining('https://shop.test/?click_id='),
    });
    const counted = await fixture().app.inject({
      url: `/api/v1/cc-data/?affiliate_id=all&project_id=${shop.projectId}&timezone=UTC&start_date=2026-11-20&end_date=2026-11-20`,
      headers: { authorization: `Token ${shop.token}` },
    });
    expect(counted.json().data).toMatchObject({ clicks: 0 });
  });

  it('through an offer that does not exist says so', async () => {
    const shop = await openShop(fixture());
    const id = await affiliateOf(shop, freshId());
    expect(await tested(shop, id, 'no-such-offer')).toMatchObject({
      ok: false,
      message: 'There is no offer no-such-offer in this project.',
    });
  });
});
