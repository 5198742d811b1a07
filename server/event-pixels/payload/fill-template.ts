import type { TemplateToken } from '#contract/event-pixels/template.ts';
import type { PixelEvent } from '../../database/payloads/pixel-event.ts';
import { tokenValue } from './template-tokens.ts';

/** A template with its tokens replaced: values are encoded so that they cannot extend the URL. */
export function fillTemplate(template: string, pixelEvent: PixelEvent): string {
  return template.replace(/\{([^{}]*)\}/g, (_, token: TemplateToken) =>
    encodeURIComponent(tokenValue(pixelEvent, token)),
  );
}
