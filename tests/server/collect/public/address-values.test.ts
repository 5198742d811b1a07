import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAffiliate, browser, eventsOf, openShop, post, publicFixture } from './fixture.ts';

const fixture = publicFixture();

const get = (url: string) => fixture().app.inject({ url, headers: { 'user-agent': browser } });
const page = (query: string) => `https://s.test/?${query}`;

/** The same parameters of a page, in every way that leads in. */
async function onEveryWay(query: string) {
  const shop = await openShop(fixture());
  const affid = `aff-${shop.projectId}`;
  await addAffiliate(fixture(), shop.projectId, affid);
  const fields = Object.fromEntries(new URLSearchParams(query));
  const event = { event_name: 'click', url: page(query) };
  await post(fixture(), { key: shop.key, events: [{ ...event, event_id: 'page' }] });
  await post(fixture(), {
    key: shop.key,
    events: [{ event_name: 'click', event_id: 'fields', ...fields }],
  });
  await get(
    `/t/p.gif?k=${shop.key}&e=click&event_id=image-page&u=${encodeURIComponent(page(query))}`,
  );
  await get(`/t/p.gif?k=${shop.key}&e=click&event_id=image&${query}`);
  await get(`/t/c/${affid}?${query}`);
  for (const more of [{ url: page(query) }, fields]) {
    await fixture().app.inject({
      method: 'POST',
      url: '/api/v1/collect/server/',
      headers: { authorization: `Token ${shop.serverKey}` },
      payload: { events: [{ event_name: 'click', ...more }] },
    });
  }
  return eventsOf(fixture(), shop.projectId);
}

describe('a value in an address', () => {
  it('has no character that a store refuses, and the sale behind it arrives', async () => {
    const { key, projectId } = await openShop(fixture());
    const url = page('affid=px1&affsub=x%00y&click_id=ck%001&utm_source=%00');
    const answers = [
      await post(fixture(), { key, events: [{ event_name: 'click', url }] }),
      await post(fixture(), {
        key,
        events: [{ event_name: 'purchase', order_id: 'o-1', value: '10', url }],
      }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    const rows = await eventsOf(fixture(), projectId);
    expect(rows).toHaveLength(2);
    for (const row of rows)
      expect(row).toMatchObject({
        affid: 'px1',
        affsub: 'xy',
        click_id: 'ck1',
        utm_source: '',
      });
  });

  it('is left out where a field of that length would be refused', async () => {
    const { key, projectId } = await openShop(fixture());
    const url = page(`affid=${'a'.repeat(129)}&click_id=${'c'.repeat(257)}&offer_id=101`);
    await post(fixture(), { key, events: [{ event_name: 'click', url }] });
    expect(await eventsOf(fixture(), projectId)).toMatchObject([
      { affid: '', click_id: '', offer_id: '101' },
    ]);
  });

  it.each([
    ['utm_campaign=a%20b%20&utm_source=google%20', 'a b'],
    ['utm_campaign=a+b+&utm_source=+google', 'a b'],
    ['utm_campaign=%20%20a%09%0A%20b&utm_source=google%0D%0A', 'a b'],
    ['utm_campaign=a%C2%A0b&utm_source=google%C2%A0', 'a b'],
    ['utm_campaign=sale@home&utm_source=google', 'sale@home'],
    ['utm_campaign=sale%40home%20&utm_source=google', 'sale@home'],
  ])('is the same on every way: %s', async (query, campaign) => {
    const rows = await onEveryWay(query);
    expect(rows.map(({ utm_campaign, utm_source }) => [utm_campaign, utm_source])).toEqual(
      Array(7).fill([campaign, 'google']),
    );
    const channels = new Set(rows.map(({ channel }) => channel));
    expect([...channels].sort()).toEqual(['affiliate', 'organic search']);
  });

  it('has neither blanks at its ends nor runs of them, whatever was sent', async () => {
    const { key, projectId } = await openShop(fixture());
    const part = fc.constantFrom(
      'a',
      'B',
      'ü',
      '1',
      ' ',
      '  ',
      '\t',
      '\n',
      '\0',
      '\u0007',
      '\u00a0',
      '+',
      '%',
    );
    const texts = fc.sample(fc.array(part, { minLength: 1, maxLength: 12 }), {
      numRuns: 200,
      seed: 42,
    });
    const events = texts.map((parts, index) => ({
      event_name: 'click',
      event_id: `e-${index}`,
      url: page(new URLSearchParams({ utm_content: parts.join(''), affid: 'a' }).toString()),
    }));
    expect((await post(fixture(), { key, events })).statusCode).toBe(204);
    const rows = await eventsOf(fixture(), projectId);
    expect(rows).toHaveLength(texts.length);
    for (const row of rows) {
      const sent = texts[Number(row.event_id.slice(2))]?.join('') ?? '';
      const expected = sent
        .replaceAll('\0', '')
        .replaceAll('\u0007', ' ')
        .replace(/\s+/g, ' ')
        .trim();
      expect(row.utm_content).toBe(expected);
    }
  });
});
