import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openAddressInfo } from '#server/geo/address-info.ts';
import { edgePlaceOf } from '#server/geo/edge-headers.ts';
import { placeOf } from '#server/geo/place.ts';
import { StartProblem } from '#server/platform/start-problem.ts';
import { maxmindFile } from '#tests/support/maxmind-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'clickledger-places-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function file(content: string | Buffer): string {
  files += 1;
  const path = join(folder, `${files}`);
  writeFileSync(path, content);
  return path;
}

const from = (settings: { places?: string; datacenters?: string }) =>
  openAddressInfo({ places: settings.places, datacenters: settings.datacenters });

describe('the file of places', () => {
  const city = (country: string, state: string) => ({
    country: { iso_code: country, names: { en: country } },
    subdivisions: [{ iso_code: state }],
  });
  const networks = [
    { address: '203.0.113.0', length: 24, record: city('US', 'TX') },
    { address: '198.51.100.0', length: 25, record: { country: { iso_code: 'DE' } } },
    { address: '192.0.2.0', length: 24, record: { country_code: 'FR' } },
    { address: '192.0.3.0', length: 24, record: { autonomous_system_number: 7 } },
  ];

  it.each([
    ['203.0.113.9', 'US', 'TX'],
    ['::ffff:203.0.113.9', 'US', 'TX'],
    ['198.51.100.1', 'DE', ''],
    ['198.51.100.200', '', ''],
    ['192.0.2.1', 'FR', ''],
    ['192.0.3.1', '', ''],
    ['10.0.0.1', '', ''],
    ['2001:db8::1', '', ''],
    ['no address', '', ''],
  ])('gives for %s: "%s" "%s"', async (address, country, state) => {
    const { placeAt } = await from({ places: file(maxmindFile(networks)) });
    expect(placeAt(address)).toEqual({ country, state });
  });

  it.each([
    ['is missing', join(folder, 'nowhere.mmdb'), 'there is no such file'],
    ['is a folder', folder, 'it cannot be read (EISDIR)'],
    ['is something else', file('a,b,c'), 'it is no MaxMind database (.mmdb)'],
    ['is empty', file(''), 'it is no MaxMind database (.mmdb)'],
    [
      'is half there',
      file(maxmindFile(networks).subarray(0, -160)),
      'it is no MaxMind database (.mmdb)',
    ],
  ])('that %s stops the start with one sentence', async (_, places, reason) => {
    await expect(from({ places })).rejects.toThrow(
      new StartProblem(`GEOIP_DB=${places} cannot be used: ${reason}.`),
    );
  });
});

describe('the file of data-centre networks', () => {
  it.each([
    ['203.0.113.0', true],
    ['203.0.113.255', true],
    ['::ffff:203.0.113.4', true],
    ['203.0.112.255', false],
    ['203.0.114.0', false],
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['10.1.2.3', true],
    ['10.200.2.3', true],
    ['2001:db8:0:1::5', true],
    ['2001:db9::', false],
    ['', false],
    ['shop.test', false],
  ])('contains %s: %s', async (address, isInside) => {
    const datacenters = file(`# a cloud
203.0.113.77/24
198.51.100.7   # one machine

2001:db8::/32
10.0.0.0/8
10.1.0.0/16
`);
    expect((await from({ datacenters })).isDatacenter(address)).toBe(isInside);
  });

  it('contains every address with a /0 network, and none when it is empty', async () => {
    const all = await from({ datacenters: file('0.0.0.0/0\n::/0') });
    expect([all.isDatacenter('8.8.8.8'), all.isDatacenter('2001:db8::')]).toEqual([true, true]);
    expect((await from({ datacenters: file('# nothing\n') })).isDatacenter('8.8.8.8')).toBe(false);
  });

  it.each(['203.0.113.0/33', '2001:db8::/129', 'example.com', '203.0.113', '203.0.113.0/x'])(
    'stops the start where a line is %s',
    async (line) => {
      const datacenters = file(`10.0.0.0/8\n${line}`);
      await expect(from({ datacenters })).rejects.toThrow(
        new StartProblem(
          `DATACENTER_RANGES=${datacenters} cannot be used: line 2 is no network such as 203.0.113.0/24.`,
        ),
      );
    },
  );

  it('stops the start where it is missing', async () => {
    const datacenters = join(folder, 'nowhere.txt');
    await expect(from({ datacenters })).rejects.toThrow(
      new StartProblem(`DATACENTER_RANGES=${datacenters} cannot be read.`),
    );
  });
});

describe("the place in an edge's headers", () => {
  const behind = { ips: ['10.0.0.1', '203.0.113.7'] };
  const unknown = { country: '', state: '' };

  it.each([
    [
      { 'cf-ipcountry': 'us', 'cf-region-code': 'tx' },
      { country: 'US', state: 'TX' },
    ],
    [
      { 'x-vercel-ip-country': 'DE', 'x-vercel-ip-country-region': 'BY' },
      { country: 'DE', state: 'BY' },
    ],
    [{ 'cloudfront-viewer-country': 'CA' }, { country: 'CA', state: '' }],
    [{ 'cf-ipcountry': 'T1' }, unknown],
    [{ 'cf-ipcountry': 'XX', 'cf-region-code': 'TX' }, unknown],
    [
      { 'cf-ipcountry': 'XX', 'x-country-code': 'FR' },
      { country: 'FR', state: '' },
    ],
    [{}, unknown],
  ])('in %j is %j', (headers, place) => {
    expect(edgePlaceOf({ headers, ...behind })).toEqual(place);
  });

  it.each([[undefined], [['203.0.113.7']]])(
    'is not trusted from a sender with the path %j',
    (ips) => {
      const headers = { 'cf-ipcountry': 'US' };
      expect(edgePlaceOf(ips ? { headers, ips } : { headers })).toEqual(unknown);
    },
  );
});

describe('a place', () => {
  const place = (country: string, state = '') => ({ country, state });

  it.each([
    ['is what the event says', [place('CA', 'ON'), place('US', 'TX')], place('CA', 'ON')],
    [
      'gets its state from who means the same country',
      [place('US'), place('DE', 'BY'), place('us', 'TX')],
      place('US', 'TX'),
    ],
    ['gets no state of another country', [place('CA'), place('US', 'TX')], place('CA')],
    [
      'is what the next one says where a code is none',
      [place('Mars', 'TX'), place('DE', 'BY')],
      place('DE', 'BY'),
    ],
    [
      'keeps the state of an unknown country',
      [place('', 'Bavaria'), place('')],
      place('ZZ', 'Bavaria'),
    ],
    ['is unknown without a country', [place('T1'), place('')], place('ZZ')],
  ])('%s', (_, sources, wanted) => {
    expect(placeOf(sources)).toEqual(wanted);
  });
});
