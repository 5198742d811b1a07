import { expect, it } from 'vitest';
import {
  listedFunnels,
  ofFunnel,
  orderAfter,
  orderIn,
  startIn,
  textOfOrder,
  worstHealthOf,
} from '#model/funnel-list.ts';
import { draftRow, figures, mainRow, pausedRow } from '../../support/funnels.ts';

const rows = [mainRow, draftRow, pausedRow];
const low = { ...figures, totals: { ...figures.totals, rate: 0.02 } };
const known = { main: { figures }, summer: { figures: low } };
const names = (find?: string, sort?: string) =>
  listedFunnels(rows, known, { find, sort }).map(({ name }) => name);

it('orders by name, day or figure, and those without the figure come last either way', () => {
  expect(names()).toEqual(['Quiz', 'Main offer', 'Summer']);
  expect(names('', 'name')).toEqual(['Main offer', 'Quiz', 'Summer']);
  expect(names('', '-rate')).toEqual(['Main offer', 'Summer', 'Quiz']);
  expect(names('', 'rate')).toEqual(['Summer', 'Main offer', 'Quiz']);
  expect(names(' SUM', 'nonsense')).toEqual(['Summer']);
});

it('turns the order round when it is chosen again, and begins with the highest figure', () => {
  const rate = orderAfter(orderIn(undefined), 'rate');
  expect(textOfOrder(rate)).toBe('-rate');
  expect(textOfOrder(orderAfter(rate, 'rate'))).toBe('rate');
  expect(textOfOrder(orderAfter(rate, 'name'))).toBe('name');
});

it('has nothing for a funnel that is named like a part of every object', () => {
  expect(ofFunnel(known, 'constructor')).toBeUndefined();
  expect(ofFunnel(known, 'main')).toEqual({ figures });
});

it('tells the worst step first', () => {
  expect(worstHealthOf(figures)?.slug).toBe('checkout');
  expect(worstHealthOf({ health: [] })).toBeNull();
});

it('reads with what the wizard begins', () => {
  expect(startIn('detect')).toEqual({ kind: 'detect' });
  expect(startIn('quiz')).toEqual({ kind: 'template', template: 'quiz' });
  expect(startIn('anything')).toBeNull();
});
