import type { BinaryFilter, BinaryOperator, UnaryFilter } from '@cubejs-client/core';
import { splitValues } from '#contract/analytics/filter-value.ts';
import type { Question } from '#model/query.ts';

type Side = Pick<Question, 'browserConversions' | 'uniqueConversions'>;

export type Figure =
  | 'revenue'
  | 'conversions'
  | 'users'
  | 'aov'
  | 'per_user'
  | 'net_revenue'
  | 'profit'
  | 'roas'
  | 'cpa'
  | 'epc'
  | 'roi'
  | 'margin'
  | 'conversion_rate';

const cube = 'pixel_summary';

export const member = (name: string): string => `${cube}.${name}`;

/** The measure of the model for a figure, with the selected side and counting. */
export function measureOf(figure: Figure, { browserConversions, uniqueConversions }: Side): string {
  const side = browserConversions ? 'browser' : 'server';
  const raw = uniqueConversions ? '' : 'raw_';
  switch (figure) {
    case 'users':
      return `${side}_users`;
    case 'conversions':
      return `${raw}${side}_purchases`;
    case 'revenue':
    case 'aov':
      return `${raw}${side}_${figure}`;
    case 'per_user':
      return browserConversions && uniqueConversions ? 'browser_per' : `${raw}${side}_per_user`;
    default:
      return !browserConversions && uniqueConversions ? figure : `${raw}${side}_${figure}`;
  }
}

/** The selection as filters of the endpoint. A value with a leading `-` is excluded. */
export function filtersOf({
  project,
  affiliates,
  filters,
  countries,
  offerIds,
}: Question): BinaryFilter[] {
  const lists = [
    ...Object.entries(filters),
    ['country', countries] as const,
    ['offer_id', offerIds] as const,
  ];
  return [
    equals('project_id', [String(project)]),
    ...(affiliates.length > 0
      ? [
          equals(
            'affid',
            affiliates.map(({ affid }) => affid),
          ),
        ]
      : []),
    ...lists.flatMap(([name, values]) => {
      const { only, without } = splitValues(values);
      return [
        ...(only.length > 0 ? [equals(name, only)] : []),
        ...(without.length > 0 ? [leaf(name, 'notEquals', without)] : []),
      ];
    }),
  ];
}

export const equals = (name: string, values: string[]): BinaryFilter =>
  leaf(name, 'equals', values);

const leaf = (name: string, operator: BinaryOperator, values: string[]): BinaryFilter => ({
  member: member(name),
  operator,
  values,
});

export const isSet = (name: string): UnaryFilter => ({ member: member(name), operator: 'set' });

export const isNotSet = (name: string): UnaryFilter => ({
  member: member(name),
  operator: 'notSet',
});
