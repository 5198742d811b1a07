import type { LoggedPostback, PostbackResult } from '#contract/collect/postback-log.ts';

export const resultWords: Record<PostbackResult, string> = {
  accepted: 'Accepted',
  duplicate: 'Sent before',
  unknown_click: 'Click not known',
  expired_window: 'Click too old',
  parse_error: 'Refused',
};

const meanings: Record<Exclude<PostbackResult, 'parse_error'>, string> = {
  accepted: 'It counts as the network said.',
  duplicate: 'The same had arrived already and counts once.',
  unknown_click:
    'No click that counts has this id, so nobody earned it. Clicks of bots do not count.',
  expired_window: 'Its click is more than 30 days old, so nobody earned it.',
};

/** Why it became what it is, in a sentence. */
export function resultReason({ result, message, conversion_id }: LoggedPostback): string {
  if (result === 'parse_error') return message ?? 'It could not be read.';
  if (result === 'accepted' && conversion_id === null) return 'No conversion is made of it yet.';
  return meanings[result];
}
