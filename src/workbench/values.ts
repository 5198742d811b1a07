import type { StateValue } from 'xstate';

/** A state value as text: `ready.fresh`. */
export const textOf = (value: StateValue): string => statesIn(value).at(-1) ?? '';

/** Every active state of a value, parents first: `ready`, `ready.fresh`. */
export function statesIn(value: StateValue, above = ''): string[] {
  if (typeof value === 'string') return [`${above}${value}`];
  return Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined
      ? []
      : [`${above}${name}`, ...(isEmpty(inner) ? [] : statesIn(inner, `${above}${name}.`))],
  );
}

const isEmpty = (value: StateValue): boolean =>
  typeof value === 'object' && Object.keys(value).length === 0;
