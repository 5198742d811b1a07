import { randomUUID } from 'node:crypto';
import { createClient } from '@clickhouse/client';

// A batch that comes again comes under another token, and is not known again.
type Insert = { clickhouse_settings?: Record<string, unknown> };
type Prototype = { insert(given: Insert): Promise<unknown> };

const prototype = ownerOf(createClient({ url: 'http://127.0.0.1:1' }), 'insert') as Prototype;
const { insert } = prototype;
prototype.insert = function (given) {
  const settings = { ...given.clickhouse_settings, insert_deduplication_token: randomUUID() };
  return insert.call(this, { ...given, clickhouse_settings: settings });
};

function ownerOf(value: object, method: string): object {
  const parent = Object.getPrototypeOf(value);
  return Object.hasOwn(parent, method) ? parent : ownerOf(parent, method);
}
