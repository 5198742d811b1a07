import { createClient } from '@clickhouse/client';

// Removes no safeguard: the mover gets no answer for the first batch that the warehouse inserted into a table, and for
// every third after it.
type Insert = { table: string };
type Prototype = { insert(fields: Insert): Promise<unknown> };

const prototype = ownerOf(createClient({ url: 'http://127.0.0.1:1' }), 'insert') as Prototype;
const { insert } = prototype;
const batches = new Map<string, number>();
prototype.insert = async function (fields) {
  const answer = await insert.call(this, fields);
  if (/^(schema_migrations|installation)$/.test(fields.table)) return answer;
  const before = batches.get(fields.table) ?? 0;
  batches.set(fields.table, before + 1);
  if (before % 3 === 0) throw new Error('socket hang up');
  return answer;
};

function ownerOf(value: object, method: string): object {
  const parent = Object.getPrototypeOf(value);
  return Object.hasOwn(parent, method) ? parent : ownerOf(parent, method);
}
