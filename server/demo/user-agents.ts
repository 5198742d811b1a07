import { weighted } from './random.ts';

const iPhone = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version.replace('.', '_')} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`;
const android = (model: string, version: number) =>
  `Mozilla/5.0 (Linux; Android 14; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`;
const chrome = (system: string, version: number) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const windows = 'Windows NT 10.0; Win64; x64';
const mac = 'Macintosh; Intel Mac OS X 10_15_7';

export type DemoAgent = { text: string; willing: number };

const phone = { willing: 0.86 };
const tablet = { willing: 1.02 };
const desk = { willing: 1.32 };

export const agents = weighted<DemoAgent>([
  [{ text: iPhone('17.6'), ...phone }, 14],
  [{ text: iPhone('18.1'), ...phone }, 18],
  [{ text: iPhone('18.5'), ...phone }, 10],
  [{ text: android('Pixel 8', 128), ...phone }, 7],
  [{ text: android('SM-S918B', 131), ...phone }, 9],
  [{ text: android('SM-A546E', 129), ...phone }, 5],
  [
    {
      text: 'Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1',
      ...tablet,
    },
    5,
  ],
  [
    {
      text: 'Mozilla/5.0 (Linux; Android 13; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36',
      ...tablet,
    },
    2,
  ],
  [{ text: chrome(windows, 130), ...desk }, 13],
  [{ text: chrome(windows, 131), ...desk }, 5],
  [{ text: `${chrome(windows, 131)} Edg/131.0.0.0`, ...desk }, 4],
  [{ text: chrome(mac, 131), ...desk }, 6],
  [
    {
      text: `Mozilla/5.0 (${mac}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
      ...desk,
    },
    6,
  ],
  [
    {
      text: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
      ...desk,
    },
    2,
  ],
]);

export const crawlers = weighted<string>([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 5],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 3],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 3],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 4],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36',
    3,
  ],
  ['python-requests/2.32.3', 1],
]);
