import { createClient } from '@clickhouse/client';

// No safeguard goes: of every third batch the warehouse took, nobody hears.
type Insert = { table: string };
type Prototype = { insert(given: Insert): Promise<unknown> };

const prototype = ownerOf(createClient({ url: 'http://127.0.0.1:1' }), 'insert') as Prototype;
const { insert } = prototype;
let batches = 0;
prototype.insert = async function (given) {
  const answer = await insert.call(this, given);
  if (given.table === 'schema_migrations') return answer;
  batches += 1;
  if (batches % 3 === 0) throw new Error('socket hang up');
  return answer;
};

function ownerOf(value: object, method: string): object {
  const parent = Object.getPrototypeOf(value);
  return Object.hasOwn(parent, method) ? parent : ownerOf(parent, method);
}
