import { z } from 'zod';

/**
 * The values that a template of an address may use. `value`, `payout` and `currency` are of the project's currency,
 * `sent_value` and `sent_currency` are as the conversion was reported. None of them identifies a person to an
 * outsider.
 */
export const templateTokens = [
  'conversion_id',
  'event_id',
  'event_name',
  'event_time',
  'order_id',
  'status',
  'value',
  'payout',
  'currency',
  'sent_value',
  'sent_currency',
  'click_id',
  'affid',
  'affsub',
  'offer_id',
  'campaign_id',
  'adset_id',
  'ad_id',
  'country',
  'gclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'ttclid',
  'msclkid',
  'email_sha256',
  'phone_sha256',
] as const;
export type TemplateToken = (typeof templateTokens)[number];

const address = z.url({ protocol: /^https?$/ });
const personal = /e-?mail|phone|mobile|name|address|street|birth|\bip\b|user_agent/i;
/** These contain `name` and are no names of persons. */
const nonPersonalNames =
  /^(campaign|ad_?set|ad_?group|ad|creative|placement|offer|product|event|affiliate|publisher|site|source|network|browser|os)_?name$/i;
const isToken = (name: string): boolean => templateTokens.some((token) => token === name);

/** Why a template cannot be used, or null. Tokens may be in the path and the query, never in the host. */
export function templateFault(template: string): string | null {
  if (template.length > 2_048) return 'Use at most 2,048 characters.';
  if (/[\p{Cc}\p{Surrogate}\s]/u.test(template)) return 'Write the address without spaces.';
  for (const [, name = ''] of template.matchAll(/\{([^{}]*)\}/g)) {
    if (isToken(name)) continue;
    return personal.test(name) && !nonPersonalNames.test(name)
      ? `{${name}} would put personal data into an address. Use {email_sha256} or {phone_sha256}.`
      : `{${name}} is not known. Use one of ${templateTokens.map((token) => `{${token}}`).join(', ')}.`;
  }
  const bare = template.replace(/\{[^{}]*\}/g, 'x');
  if (/[{}]/.test(bare)) return 'A brace is opened or closed without its other half.';
  const [, scheme, authority = ''] = /^(https?):\/\/([^/?#]*)/i.exec(template) ?? [];
  if (/[{}]/.test(authority)) return 'The host cannot be a token.';
  if (!scheme || !address.safeParse(bare).success)
    return 'Enter an address like https://example.com/postback.';
  if (authority.includes('@')) return 'Leave the user name and password out of the address.';
  if (/@|%40/i.test(bare)) return 'An e-mail address does not belong in a URL.';
  return null;
}
