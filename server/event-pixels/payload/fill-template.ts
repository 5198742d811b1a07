import type { TemplateToken } from '#contract/event-pixels/template.ts';
import type { PixelEvent } from '../../database/payloads/pixel-event.ts';
import { tokenValue } from './template-tokens.ts';

/**
 * A template with its tokens replaced: values are encoded so that they cannot extend the URL. Null where they would
 * still change the host or the path, as `..` does.
 */
export function fillTemplate(template: string, pixelEvent: PixelEvent): string | null {
  const filled = replaced(template, (token) => encodeURIComponent(tokenValue(pixelEvent, token)));
  const meant = placeOf(replaced(template, () => 'x'));
  const place = placeOf(filled);
  return place?.origin === meant?.origin && place?.depth === meant?.depth ? filled : null;
}

const replaced = (template: string, textOf: (token: TemplateToken) => string): string =>
  template.replace(/\{([^{}]*)\}/g, (_, token: TemplateToken) => textOf(token));

function placeOf(address: string): { origin: string; depth: number } | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  return { origin, depth: pathname.split('/').length };
}
