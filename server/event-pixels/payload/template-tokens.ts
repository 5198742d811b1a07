import type { TemplateToken } from '#contract/event-pixels/template.ts';
import type { PixelEvent } from '../../database/payloads/pixel-event.ts';

/** The value of a template's token. */
export function tokenValue(pixelEvent: PixelEvent, token: TemplateToken): string {
  switch (token) {
    case 'event_time':
      return String(Math.floor(Date.parse(pixelEvent.event_time) / 1_000));
    case 'value':
      return plainDecimal(pixelEvent.project_value ?? pixelEvent.value);
    case 'currency':
      return (pixelEvent.project_value && pixelEvent.project_currency) || pixelEvent.currency;
    case 'sent_value':
      return plainDecimal(pixelEvent.value);
    case 'sent_currency':
      return pixelEvent.currency;
    case 'payout':
      return plainDecimal(pixelEvent.payout);
    case 'gclid':
    case 'gbraid':
    case 'wbraid':
    case 'fbclid':
    case 'ttclid':
    case 'msclkid':
      return pixelEvent.platform_ids[token] ?? '';
    default:
      return pixelEvent[token];
  }
}

/** 86.5000 as 86.50 and 86.1234 as it is: at least two places, without rounding. */
function plainDecimal(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}
