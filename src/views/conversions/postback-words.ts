import type { LoggedPostback, PostbackResult } from '#contract/collect/postback-log.ts';

export const resultWords: Record<PostbackResult, string> = {
  accepted: 'Accepted',
  duplicate: 'Sent before',
  unknown_click: 'Click not known',
  expired_window: 'Click too old',
  parse_error: 'Refused',
};

const meanings: Record<Exclude<PostbackResult, 'parse_error'>, string> = {
  accepted: 'It counts as reported.',
  duplicate: 'It had arrived already and counts once.',
  unknown_click:
    'No counted click has this id, so no affiliate earned it. Bot clicks do not count.',
  expired_window: 'The click is over 30 days old: no affiliate earned it.',
};

/** The reason of a result, as a sentence. */
export function resultReason({ result, message, conversion_id }: LoggedPostback): string {
  if (result === 'parse_error') return message ?? 'It could not be read.';
  if (result === 'accepted' && conversion_id === null) return 'It is not a conversion yet.';
  return result === 'accepted' && message !== null ? message : meanings[result];
}
