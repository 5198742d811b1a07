import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Connection } from '../database/orm.ts';
import { invalid, Refusal } from '../platform/refusal.ts';

/** For how long a repeated call gets the first answer. */
const keptFor = 24 * 3_600_000;
/** A call under way for longer than this was lost with its process. */
const lostAfter = 2 * 60_000;

/**
 * Stores the answer in the transaction of the work, so that both are committed or neither. If another attempt has taken
 * the call over as lost, storing fails.
 */
export type KeepAnswer<Answer> = (client: pg.PoolClient, answer: Answer) => Promise<void>;

/**
 * Runs a call once per `Idempotency-Key` of a person, or each time without a key. Work that does not store its answer
 * itself may run again two minutes after its process ended in the middle.
 */
export type Idempotent = <Answer>(
  call: { request: FastifyRequest; body: unknown; access: { userId: number } },
  work: (keep: KeepAnswer<Answer>) => Promise<Answer>,
) => Promise<Answer>;

type Dependencies = { pool: pg.Pool; now: () => Date };

export function idempotency({ pool, now }: Dependencies): Idempotent {
  /** Whether this call is the one that does the work. */
  async function begin(id: Buffer, bodyHash: Buffer, startedAt: Date): Promise<boolean> {
    const before = (milliseconds: number) => new Date(startedAt.getTime() - milliseconds);
    await pool.query('delete from idempotent_calls where started_at <= $1', [before(keptFor)]);
    const { rowCount } = await pool.query(
      `insert into idempotent_calls as known (id, body_hash, started_at) values ($1, $2, $3)
       on conflict (id) do update set started_at = excluded.started_at
         where known.answer is null and known.started_at <= $4 and known.body_hash = excluded.body_hash`,
      [id, bodyHash, startedAt, before(lostAfter)],
    );
    return rowCount === 1;
  }

  async function earlier<Answer>(id: Buffer, bodyHash: Buffer, key: string): Promise<Answer> {
    const { rows } = await pool.query<{ body_hash: Buffer; answer: Buffer | null }>(
      'select body_hash, answer from idempotent_calls where id = $1',
      [id],
    );
    const [known] = rows;
    if (known && !known.body_hash.equals(bodyHash)) throw used();
    if (!known?.answer) throw underWay();
    return JSON.parse(unsealed(known.answer, key));
  }

  return async (call, work) => {
    const { request, body, access } = call;
    const key = request.headers['idempotency-key'];
    if (key === undefined) return work(async () => undefined);
    if (typeof key !== 'string' || !/^[\x21-\x7e]{16,255}$/.test(key)) {
      throw invalid('Idempotency-Key', 'Use 16 to 255 characters, another one for each action.');
    }
    const id = digest(`${access.userId} ${request.method} ${request.url} ${key}`);
    const bodyHash = digest(JSON.stringify(body ?? null));
    const startedAt = now();
    if (!(await begin(id, bodyHash, startedAt))) return earlier(id, bodyHash, key);
    const keep = (connection: Connection, answer: unknown) =>
      connection.query(`update idempotent_calls set answer = $3 where ${own}`, [
        id,
        startedAt,
        sealed(JSON.stringify(answer), key),
      ]);
    try {
      const answer = await work(async (client, storedAnswer) => {
        const { rowCount } = await keep(client, storedAnswer);
        if (rowCount !== 1) throw underWay();
      });
      await keep(pool, answer);
      return answer;
    } catch (error) {
      await pool.query(`delete from idempotent_calls where ${own}`, [id, startedAt]);
      throw error;
    }
  };
}

/** The row that this attempt began and that has no answer yet. */
const own = 'id = $1 and started_at = $2 and answer is null';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** An answer may hold a key that is stored nowhere else, so it is sealed with the caller's own key. */
function sealed(text: string, key: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', digest(`answer ${key}`), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function unsealed(whole: Buffer, key: string): string {
  const cipher = createDecipheriv(
    'aes-256-gcm',
    digest(`answer ${key}`),
    whole.subarray(0, 12),
  ).setAuthTag(whole.subarray(12, 28));
  return Buffer.concat([cipher.update(whole.subarray(28)), cipher.final()]).toString('utf8');
}

const used = () =>
  new Refusal(422, { detail: 'This Idempotency-Key was used for something else.' });
const underWay = () =>
  new Refusal(409, { detail: 'This is already being done. Try again in a moment.' }, 1);
