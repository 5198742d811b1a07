import { randomUUID } from 'node:crypto';
import { createClient } from '@clickhouse/client';
import { missFirstLookup } from '../../support/missed-lookup.ts';

// A repeated batch gets another token, and its rows are not looked up.
type Insert = { clickhouse_settings?: Record<string, unknown> };
type Question = { query: string; query_params?: Record<string, unknown> };
type Prototype = {
  insert(fields: Insert): Promise<unknown>;
  query(fields: Question): Promise<unknown>;
};

const prototype = ownerOf(createClient({ url: 'http://127.0.0.1:1' }), 'insert') as Prototype;
const { insert, query } = prototype;
prototype.insert = function (fields) {
  const settings = { ...fields.clickhouse_settings, insert_deduplication_token: randomUUID() };
  return insert.call(this, { ...fields, clickhouse_settings: settings });
};

const look = missFirstLookup();
prototype.query = function (fields) {
  return look(fields, (question) => query.call(this, question));
};

function ownerOf(value: object, method: string): object {
  const parent = Object.getPrototypeOf(value);
  return Object.hasOwn(parent, method) ? parent : ownerOf(parent, method);
}
