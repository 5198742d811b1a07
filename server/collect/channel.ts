export type Signals = {
  affid: string;
  campaign_id: string;
  adset_id: string;
  ad_id: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_content: string;
  /** The host of another site, '' without one. */
  referrer: string;
  /** Platform click ids by their parameter name. */
  clickIds: Readonly<Record<string, string>>;
};

export type Channel =
  | 'affiliate'
  | 'paid search'
  | 'paid social'
  | 'display'
  | 'email'
  | 'organic search'
  | 'organic social'
  | 'referral'
  | 'direct';

const affiliateMedium = /^(affiliates?|partners?)$/;
const displayMedium = /^(display|banner|cpm|interstitial|expandable|programmatic|native)$/;
const emailMedium = /^(e[-_ ]?mail|newsletter)$/;
const organicMedium = /^organic$/;
const socialMedium = /^(social|social[-_ ]?(network|media)|sm)$/;
const paidSocialMedium = /^(paid[-_ ]?social|social[-_ ]?paid)$/;
const paidMedium = /^(cp[acv]|ppc|paid|paid[-_ ]?search|sem|retargeting)$/;

const searchSource =
  /^(google|adwords|bing|yahoo|msn|duckduckgo|baidu|yandex|ecosia|ask|aol|naver|seznam|qwant)$/;
const searchHost =
  /^(google\.[a-z]{2,3}(\.[a-z]{2})?|(.+\.)?(bing\.com|duckduckgo\.com|baidu\.com|yandex\.[a-z.]+|ecosia\.org|startpage\.com|qwant\.com|ask\.com)|([a-z-]+\.)?search\.(yahoo\.com|yahoo\.co\.jp|naver\.com|seznam\.cz|brave\.com|aol\.com)|yahoo\.com|com\.google\.android\.googlequicksearchbox)$/;

const socialSource =
  /^(facebook|fb|instagram|ig|meta|tiktok|snapchat|linkedin|twitter|x|pinterest|reddit|youtube|threads|quora|vk|whatsapp|telegram)$/;
const socialHost =
  /^((.+\.)?(facebook|instagram|twitter|x|linkedin|reddit|tiktok|youtube|snapchat|quora|vk|whatsapp|tumblr|weibo|threads)\.(com|net)|(.+\.)?pinterest\.[a-z.]+|t\.co|t\.me|lnkd\.in|youtu\.be|com\.(facebook|instagram|twitter|linkedin|reddit|pinterest|zhiliaoapp)\..+)$/;

/** The channel of a click. A click without any signal is direct. */
export function channelOf(signals: Signals): Channel {
  const medium = signals.utm_medium.toLowerCase();
  const source = signals.utm_source.toLowerCase();
  const ids = signals.clickIds;
  const isSocial =
    socialSource.test(source) || socialHost.test(source) || socialHost.test(signals.referrer);
  const isSearch =
    searchSource.test(source) || searchHost.test(source) || searchHost.test(signals.referrer);
  const isBought =
    paidMedium.test(medium) || Boolean(signals.ad_id || signals.adset_id || signals.campaign_id);

  if (signals.affid || affiliateMedium.test(medium)) return 'affiliate';
  if (emailMedium.test(medium) || emailMedium.test(source)) return 'email';
  if (paidSocialMedium.test(medium) || ids.ttclid || ids.sccid) return 'paid social';
  if ((isSocial || ids.fbclid) && (isBought || displayMedium.test(medium))) return 'paid social';
  if (displayMedium.test(medium)) return 'display';
  if (ids.gclid || ids.gbraid || ids.wbraid || ids.msclkid) return 'paid search';
  if (paidMedium.test(medium) || (isBought && isSearch)) return 'paid search';
  if (organicMedium.test(medium) || (isSearch && medium !== 'referral')) return 'organic search';
  if (socialMedium.test(medium) || isSocial || ids.fbclid) return 'organic social';
  return isDirect(signals) ? 'direct' : 'referral';
}

export const isDirect = (signals: Signals): boolean =>
  !(
    signals.affid ||
    signals.campaign_id ||
    signals.adset_id ||
    signals.ad_id ||
    signals.utm_source ||
    signals.utm_medium ||
    signals.utm_campaign ||
    signals.utm_content ||
    signals.referrer
  ) && Object.keys(signals.clickIds).length === 0;
