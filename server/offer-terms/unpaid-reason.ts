import type { unpaidReasons } from '#contract/conversions/schemas.ts';

/** Why a conversion pays nothing: '' where it pays what its terms say. */
export type UnpaidReason = '' | (typeof unpaidReasons)[number];
