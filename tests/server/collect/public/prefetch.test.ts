import { describe, expect, it } from 'vitest';
import { addAffiliate, browser, eventsOf, openShop, publicFixture } from './fixture.ts';

const fixture = publicFixture();

async function linked() {
  const shop = await openShop(fixture());
  const affid = `aff-${shop.projectId}`;
  await addAffiliate(fixture(), shop.projectId, affid);
  const follow = (headers: Record<string, string> = {}, query = '') =>
    fixture().app.inject({
      url: `/t/c/${affid}${query}`,
      headers: { 'user-agent': browser, ...headers },
    });
  return { ...shop, follow };
}

const clicksOf = async (shop: Awaited<ReturnType<typeof linked>>): Promise<number> => {
  await fixture().mover.flush();
  const answer = await fixture().app.inject({
    url: `/api/v1/cc-data/?affiliate_id=all&project_id=${shop.projectId}&start_date=2026-11-20&end_date=2026-11-20&timezone=UTC`,
    headers: { authorization: `Token ${shop.token}` },
  });
  return answer.json().data.clicks;
};

describe('a tracking link', () => {
  it.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['sec-purpose', 'prefetch;anonymous-client-ip'],
    ['purpose', 'prefetch'],
    ['purpose', 'preview'],
    ['x-purpose', 'preview'],
    ['x-purpose', ': preview'],
    ['x-moz', 'prefetch'],
  ])('that a browser asks for ahead counts when it is followed: %s: %s', async (name, value) => {
    const shop = await linked();
    for (const query of ['', '?format=json']) {
      const ahead = await shop.follow({ [name]: value }, query);
      expect([ahead.statusCode, ahead.headers['cache-control'], ahead.headers.location]).toEqual([
        503,
        'no-store',
        undefined,
      ]);
    }
    expect(await eventsOf(fixture(), shop.projectId)).toEqual([]);
    expect((await shop.follow()).statusCode).toBe(302);
    expect(await eventsOf(fixture(), shop.projectId)).toHaveLength(1);
    expect(await clicksOf(shop)).toBe(1);
  });

  it.each([
    'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Win64; x64; Trident/7.0; ms-office; MSOffice 16)',
    'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.12026; Pro)',
    'Microsoft Office Existence Discovery',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
    'Microsoft Teams/1.0',
    'WhatsApp/2.23.20.0 A',
    'TelegramBot (like TwitterBot)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'Twitterbot/1.0',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0)',
    'Viber/13.3.0',
    'MicrosoftPreview/2.0 +https://aka.ms/MicrosoftPreview',
  ])('leads a program that makes previews on, and counts no click: %s', async (agent) => {
    const shop = await linked();
    const answer = await shop.follow({ 'user-agent': agent });
    expect(answer.statusCode).toBe(302);
    expect(await eventsOf(fixture(), shop.projectId)).toMatchObject([{ is_bot: 1 }]);
    expect(await clicksOf(shop)).toBe(0);
    await shop.follow();
    expect(await clicksOf(shop)).toBe(1);
  });

  it('counts people who open it in the browser of an app', async () => {
    const shop = await linked();
    for (const app of ['Instagram 300.0', '[FBAN/FBIOS;FBAV/400.0]', 'Snapchat/12.5', 'Line/13.0'])
      await shop.follow({ 'user-agent': `${browser} ${app}` });
    expect(await clicksOf(shop)).toBe(4);
  });
});
