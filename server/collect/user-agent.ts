import { isbot } from 'isbot';
import type { OfferSystem } from '#contract/offers/fields.ts';
import { systemOf } from '../offer-clicks/system-of.ts';

export type Agent = { isBot: boolean; device: string; system: OfferSystem | '' };

const tablet = /ipad|tablet|playbook|silk(?!.*mobile)|kindle|nexus (7|9|10)\b|android(?!.*mobile)/i;
const mobile = /mobi|iphone|ipod|android|blackberry|windows phone|opera mini/i;

/** Office asks for a link before it opens the browser. Other programs that make previews are known to `isbot`. */
const preview = /\bms-?office\b|\bmicrosoft[ -]office\b/i;

const known = new Map<string, Agent>();
const mostKnown = 10_000;

/** The device and system of a user agent, and whether it declares itself a bot. An absent user agent tells nothing. */
export function agentOf(userAgent: string): Agent {
  const seen = known.get(userAgent);
  if (seen) return seen;
  const isBot = userAgent !== '' && (preview.test(userAgent) || isbot(userAgent));
  const agent = { isBot, device: deviceOf(userAgent), system: systemOf(userAgent) };
  if (known.size >= mostKnown) known.clear();
  known.set(userAgent, agent);
  return agent;
}

function deviceOf(userAgent: string): string {
  if (userAgent === '') return '';
  if (tablet.test(userAgent)) return 'tablet';
  return mobile.test(userAgent) ? 'mobile' : 'desktop';
}
