import { allWeight, type TestKind, type TestTarget, type TestVariant } from './definition.ts';

type CheckedTest = {
  kind: TestKind;
  target: TestTarget | null;
  variants: readonly TestVariant[];
  min_runtime_days: number;
  max_runtime_days: number;
};

/** A fault of a test as a whole, at the field where it is mended. */
export type TestFault = { path: (string | number)[]; message: string };

/** What is wrong with fields that are right on their own. Each fault says what to do. */
export function testFaults(test: CheckedTest): TestFault[] {
  const faults: TestFault[] = [];
  const fault = (message: string, ...path: (string | number)[]) => faults.push({ path, message });
  const { kind, variants } = test;
  const controls = variants.filter((variant) => variant.is_control);
  if (controls.length === 0) fault('Choose the variant that is the control.', 'variants');
  if (controls.length > 1) fault('Choose one control only.', 'variants');
  const weight = variants.reduce((sum, variant) => sum + variant.weight_bp, 0);
  if (weight !== allWeight) {
    fault(`The shares add up to ${weight / 100} %. Make them 100 %.`, 'variants');
  }
  if (kind === 'funnel_step' && test.target === null) {
    fault('Choose the funnel and the step that the test is about.', 'target');
  }
  if (test.max_runtime_days < test.min_runtime_days) {
    fault('Enter at least as many days as the shortest runtime.', 'max_runtime_days');
  }
  const seenKeys = new Set<string>();
  const seenNames = new Set<string>();
  const seenPlaces = new Set<string | number>();
  variants.forEach((variant, at) => {
    const name = variant.name.toLowerCase();
    const place = kind === 'offer' ? variant.offer : variant.url;
    const field = kind === 'offer' ? 'offer' : 'url';
    if (seenKeys.has(variant.key)) fault('This letter is used twice.', 'variants', at, 'key');
    if (seenNames.has(name)) fault('Another variant has this name.', 'variants', at, 'name');
    if (place === null) {
      const help = kind === 'offer' ? 'Choose an offer.' : 'Enter the address of the page.';
      fault(help, 'variants', at, field);
    } else if (seenPlaces.has(place)) {
      const help = kind === 'offer' ? 'offer' : 'address';
      fault(`Another variant has the same ${help}. Choose a different one.`, 'variants', at, field);
    }
    seenKeys.add(variant.key);
    seenNames.add(name);
    if (place !== null) seenPlaces.add(place);
  });
  return faults;
}
