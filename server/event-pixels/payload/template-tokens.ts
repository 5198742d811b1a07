import type { TemplateToken } from '#contract/event-pixels/template.ts';
import type { Fired } from '../../database/payloads/pixel-event.ts';

/** The text behind a token of a template. */
export function tokenValue(fired: Fired, token: TemplateToken): string {
  switch (token) {
    case 'event_time':
      return String(Math.floor(Date.parse(fired.event_time) / 1_000));
    case 'value':
    case 'payout':
      return plainDecimal(fired[token]);
    case 'gclid':
    case 'gbraid':
    case 'wbraid':
    case 'fbclid':
    case 'ttclid':
    case 'msclkid':
      return fired.platform_ids[token] ?? '';
    default:
      return fired[token];
  }
}

/** 86.5000 as 86.50 and 86.1234 as it is: two places at least, and no number in between. */
function plainDecimal(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}
