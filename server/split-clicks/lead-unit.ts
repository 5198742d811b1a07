import type { TestKind, TestUnit, VariantKey } from '#contract/split-tests/definition.ts';
import { type Split, variantOf } from './assign.ts';

/** Where a variant leads: to a page, or to an offer by the id that links name. */
export type Place = {
  url: string | null;
  offerId: string | null;
  /** The page that a preview shows. */
  preview: string | null;
};

/** What the link of a test needs to know of it. */
export type LinkedTest = {
  id: string;
  kind: TestKind;
  unit: TestUnit;
  /** The number of the phase that runs; null while none does. */
  phase: number | null;
  split: Split;
  control: VariantKey;
  /** The variant that every visitor is led to; null while nothing is shipped. */
  shipped: VariantKey | null;
  previewToken: string;
  places: ReadonlyMap<VariantKey, Place>;
};

export type Lead = {
  variant: VariantKey;
  place: Place;
  /** The phase that the exposure belongs to; null where the unit is not counted. */
  phase: number | null;
  isPreview: boolean;
};

type Visit = {
  /** Null of a visitor who objects to be recognised. */
  unit: string | null;
  preview?: { token: string; variant: string } | undefined;
};

/**
 * Where a unit is led. A preview, a unit outside the test's share of traffic, and a visit while the test does not run
 * are not counted; the last two see the control, or the winner once one is shipped.
 */
export function leadUnit(test: LinkedTest, { unit, preview }: Visit): Lead {
  const previewed = preview?.token === test.previewToken ? keyIn(test, preview.variant) : null;
  if (previewed) return { ...leadTo(test, previewed, null), isPreview: true };
  if (test.shipped) return leadTo(test, test.shipped, null);
  const drawn = test.phase === null || unit === null ? null : variantOf(unit, test.split);
  const variant = keyIn(test, drawn);
  return variant ? leadTo(test, variant, test.phase) : leadTo(test, test.control, null);
}

/** Where every visitor is led while the present state of the test is unknown. */
export const leadToControl = (test: LinkedTest): Lead =>
  leadTo(test, test.shipped ?? test.control, null);

const keyIn = ({ places }: LinkedTest, wanted: string | null): VariantKey | null =>
  [...places.keys()].find((key) => key === wanted) ?? null;

function leadTo({ places }: LinkedTest, variant: VariantKey, phase: number | null): Lead {
  const nowhere = { url: null, offerId: null, preview: null };
  return { variant, place: places.get(variant) ?? nowhere, phase, isPreview: false };
}
