import { describe, expect, it } from 'vitest';
import { rowOf } from './stored-rows.ts';

describe('the channel of a click', () => {
  it.each<[channel: string, signs: object]>([
    ['Organic Search', { channel: 'Organic Search', affid: '1' }],
    ['affiliate', { affid: '1001', gclid: 'x' }],
    ['affiliate', { utm_source: 'Partners', utm_medium: 'affiliate' }],
    ['paid search', { gclid: 'x' }],
    ['paid search', { msclkid: 'x', referrer: 'https://www.bing.com/' }],
    ['paid search', { utm_source: 'google', utm_medium: 'CPC' }],
    ['paid search', { utm_source: 'partner', utm_medium: 'cpc' }],
    ['paid search', { campaign_id: '5', referrer: 'https://www.google.co.uk/' }],
    ['paid social', { utm_source: 'facebook', utm_medium: 'cpc' }],
    ['paid social', { utm_source: 'fb', utm_medium: 'cpm' }],
    ['paid social', { utm_medium: 'paid_social', utm_source: 'anything' }],
    ['paid social', { ttclid: 'x' }],
    ['paid social', { sccid: 'x' }],
    ['paid social', { fbclid: 'x', ad_id: '9' }],
    ['display', { utm_source: 'dfa', utm_medium: 'cpm' }],
    ['display', { utm_medium: 'banner' }],
    ['email', { utm_medium: 'e-mail', utm_source: 'google' }],
    ['email', { utm_source: 'newsletter' }],
    ['organic search', { referrer: 'https://www.google.de/' }],
    ['organic search', { referrer: 'https://search.yahoo.com/search' }],
    ['organic search', { utm_source: 'baidu', utm_medium: 'organic' }],
    ['organic social', { referrer: 'https://l.facebook.com/' }],
    ['organic social', { referrer: 'android-app://com.twitter.android' }],
    ['organic social', { fbclid: 'x' }],
    ['organic social', { utm_source: 'instagram', utm_medium: 'social' }],
    ['referral', { referrer: 'https://analytics.google.com/' }],
    ['referral', { referrer: 'https://mail.google.com/' }],
    ['referral', { referrer: 'https://notfacebook.com/' }],
    ['referral', { utm_source: 'dealspotr.com', utm_medium: 'referral' }],
    ['referral', { utm_campaign: 'leaflet' }],
    ['direct', {}],
    ['direct', { url: 'https://shop.test/', referrer: 'https://shop.test/a' }],
  ])('is %s for %j', (channel, signs) => {
    expect(rowOf({ event_name: 'click', ...signs }).channel).toBe(channel);
  });

  it('is unknown for another event without any origin', () => {
    expect(rowOf({ event_name: 'purchase', value: 1 }).channel).toBe('');
    expect(rowOf({ event_name: 'page_view', gclid: 'x' }).channel).toBe('paid search');
  });
});
