import type { EventRow } from '../warehouse/rows.ts';

/** The keys by which `visits` finds a click, one namespace per kind of id. */
export function visitKeys({
  click_id,
  visitor_id,
  user_id,
}: Pick<EventRow, 'click_id' | 'visitor_id' | 'user_id'>): string[] {
  const keys: string[] = [];
  if (click_id) keys.push(clickKey({ click_id }));
  if (visitor_id) keys.push(`v:${visitor_id}`);
  if (user_id) keys.push(`u:${user_id}`);
  return keys;
}

/** The same keys of a row of `events`. */
export const visitKeysInSql = `arrayConcat(
  if(click_id = '', [], [concat('c:', click_id)]),
  if(visitor_id = '', [], [concat('v:', visitor_id)]),
  if(user_id = '', [], [concat('u:', user_id)]))`;

export const clickKey = ({ click_id }: Pick<EventRow, 'click_id'>): string => `c:${click_id}`;
