import { setTimeout as delay } from 'node:timers/promises';
import { recordAcknowledged } from '../support/acknowledged-events.ts';
import { killAll, peakMemoryOf } from '../support/processes.ts';
import { createInstallation, type Fault } from '../support/product.ts';
import { readStores } from '../support/read-stores.ts';
import { createSenders, type SendResult } from '../support/senders.ts';
import { newTenant, pixelBody } from '../support/tenant.ts';
import { judge, timed, type Verdict } from '../support/verdict.ts';

type Counts = {
  seconds: number;
  /** The required share of the peak; null for no check. */
  goodput: number | null;
};

const mostMemory = 512;

const perRequest = 50;
const connections = 32;
const recovered = 5_000;

/**
 * First the peak of senders that wait for an answer before sending more, then three times as much at a fixed pace:
 * refused requests ask their sender to retry, and nothing else breaks.
 */
export async function overloadRig(
  { seconds, goodput }: Counts,
  faults: Fault[] = [],
): Promise<Verdict> {
  const installation = await createInstallation();
  const ledger = recordAcknowledged();
  try {
    const { url, pid } = await installation.start(...faults);
    const { pixelKey } = await newTenant(installation, { url });
    const pool = createSenders(url);
    let number = 0;
    const letter = () => {
      number += 1;
      const ids = Array.from({ length: perRequest }, (_, index) => `e-${number}-${index}`);
      return { ids, body: pixelBody(pixelKey, ids.map(eventOf)) };
    };
    const answers: SendResult[] = [];
    const send = async (): Promise<SendResult> => {
      const { ids, body } = letter();
      const answer = await pool.send(body);
      if (answer.status === 204) ledger.acknowledged('events', ids);
      answers.push(answer);
      return answer;
    };

    await closedLoop(send, 1);
    const peak = await closedLoop(send, seconds);
    answers.length = 0;
    const began = performance.now();
    const sending: Promise<SendResult>[] = [];
    const pace = 3 * peak;
    const last = Math.ceil(pace * seconds);
    while (sending.length < last) {
      const due = Math.min(last, Math.floor(((performance.now() - began) / 1_000) * pace));
      while (sending.length < due) sending.push(send());
      await delay(5);
    }
    await Promise.all(sending);
    const elapsed = (performance.now() - began) / 1_000;
    const taken = answers.filter(({ status }) => status === 204).length;
    const share = taken / elapsed / peak;
    const others = answers.filter(({ status }) => status !== 204);
    const wrong = others.filter(({ status }) => status !== 429 && status !== 503);
    const slowest = Math.max(...answers.map(({ took }) => took));
    const vague = others.filter(({ retryAfter }) => !/^[1-9]\d*$/.test(retryAfter));

    const calm = performance.now();
    while ((await send()).status !== 204 && performance.now() - calm < 2 * recovered)
      await delay(100);
    const back = performance.now() - calm;
    const memory = peakMemoryOf(pid);
    pool.close();
    await killAll(installation.processes());
    const stored = await readStores(installation, ({ query: counted }) =>
      counted<{ id: string }>('SELECT DISTINCT event_id AS id FROM events'),
    );
    const present = new Set(stored.map(({ id }) => id));
    const lost = [...ledger.read('events')].filter((id) => !present.has(id)).length;
    const verdict = judge(
      {
        'peak events/s': Math.round(peak * perRequest),
        'offered events/s': Math.round((last / elapsed) * perRequest),
        'taken of the peak': `${Math.round(share * 100)} %`,
        refused: others.length,
        lost,
        'normal after ms': Math.round(back),
        'slowest answer ms': Math.round(slowest),
        'memory MiB': memory,
      },
      goodput !== null &&
        share < goodput &&
        `only ${Math.round(share * 100)} % of the peak is taken`,
      wrong.length > 0 &&
        `${wrong.length} requests ended with ${[...new Set(wrong.map(({ status }) => status))].join(', ')}`,
      vague.length > 0 && `${vague.length} refusals do not say in seconds when to come again`,
      memory > mostMemory && `the server took up to ${memory} MiB`,
      lost > 0 && `${lost} acknowledged events are lost`,
    );
    return timed(
      verdict,
      slowest > recovered && `an answer took ${Math.round(slowest)} ms`,
      back > recovered && `it took ${Math.round(back)} ms to be normal again`,
    );
  } finally {
    ledger.remove();
    await installation.remove();
  }
}

/** Successful requests in a second. */
async function closedLoop(send: () => Promise<SendResult>, seconds: number): Promise<number> {
  const began = performance.now();
  const end = began + seconds * 1_000;
  let taken = 0;
  const work = async () => {
    while (performance.now() < end) if ((await send()).status === 204) taken += 1;
  };
  await Promise.all(Array.from({ length: connections }, work));
  return taken / ((performance.now() - began) / 1_000);
}

const eventOf = (event_id: string) => ({ event_name: 'page_view', event_id, visitor_id: event_id });
