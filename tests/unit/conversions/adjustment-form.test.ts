import { expect, it } from 'vitest';
import { adjustmentFormSchema } from '#contract/conversions/decisions.ts';

const amountOf = (amount_revenue: string) =>
  adjustmentFormSchema.safeParse({
    amount_revenue,
    reason_code: 'refund',
    note: '',
    effective_date: '2026-11-20',
  }).data?.amount_revenue;

it.each([
  ['-20.5', '-20.5'],
  ['\u221220.50', '-20.50'],
  [' 1,000.5 ', '1000.5'],
  ['\u22121,234,567', '-1234567'],
  ['-20,50', undefined],
  ['1,00', undefined],
  ['1,0000', undefined],
  ['--1', undefined],
])('accepts an amount of a correction in the format of the screens: %j', (typed, amount) => {
  expect(amountOf(typed)).toBe(amount);
});
