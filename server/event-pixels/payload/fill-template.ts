import type { TemplateToken } from '#contract/event-pixels/template.ts';
import type { Fired } from '#server/database/payloads/pixel-event.ts';
import { tokenValue } from './template-tokens.ts';

/** A template with what is known in place of its tokens: each encoded, so that none can add to the address. */
export function filled(template: string, fired: Fired): string {
  return template.replace(/\{([^{}]*)\}/g, (_, token: TemplateToken) =>
    encodeURIComponent(tokenValue(fired, token)),
  );
}
