import { describe, expect, it } from 'vitest';
import { fillMacros } from '#server/offer-clicks/fill-macros.ts';
import { systemOf } from '#server/offer-clicks/system-of.ts';

const values = {
  affid: '1001',
  affsub: 'a b&c=d/../',
  offer_id: '101',
  campaign_id: 'c1',
  adset_id: '',
  ad_id: '..',
  country: 'US',
  device: 'mobile',
};

describe('the macros of a destination', () => {
  it('are filled with encoded values', () => {
    expect(
      fillMacros(
        'https://n.test/{ad_id}/%7Baffid%7D?s={AFFSUB}&o={offer_id}&c={campaign_id}{adset_id}-{country}-{device}&k={click_id}&x={other}',
        values,
      ),
    ).toBe(
      'https://n.test//1001?s=a%20b%26c%3Dd%2F..%2F&o=101&c=c1-US-mobile&k={click_id}&x={other}',
    );
  });
});

describe('the system of a user agent', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1', 'ios'],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile Safari', 'android'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'macos'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'linux'],
    ['curl/8.0', ''],
    ['', ''],
  ])('%s', (agent, system) => {
    expect(systemOf(agent)).toBe(system);
  });
});
