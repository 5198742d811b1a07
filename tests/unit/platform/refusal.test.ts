import { expect, it } from 'vitest';
import { tooManyAttempts } from '#server/platform/refusal.ts';

const second = 1_000;
const minute = 60 * second;

it.each([
  [1, 'Wait a moment and try again.', 1],
  [minute, 'Wait a moment and try again.', 60],
  [minute + 1, 'Try again in 2 minutes.', 61],
  [663 * second, 'Try again in 12 minutes.', 663],
  [120 * minute, 'Try again in 120 minutes.', 7_200],
  [121 * minute, 'Try again in 3 hours.', 7_260],
])('answers after %d ms of too many attempts when to retry', (wait, text, seconds) => {
  const { status, body, retryAfter } = tooManyAttempts(wait);
  expect([status, retryAfter]).toEqual([429, seconds]);
  expect(body).toEqual({ detail: `Too many attempts. ${text}` });
});
