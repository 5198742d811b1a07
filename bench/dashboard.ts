import { addressesOf, type Call, calls, type Setting } from './calls.ts';

export type Timed = { call: Call; addresses: string[]; times: number[]; status: number };

const warmUps = 2;

/** How long one person waits for each call over HTTP, one request after the other. */
export async function timeCalls(url: string, setting: Setting, many: number): Promise<Timed[]> {
  const timed: Timed[] = [];
  for (const call of calls) {
    const addresses = addressesOf(call, setting, many + warmUps);
    const times: number[] = [];
    let status = 200;
    for (const address of addresses) {
      const began = performance.now();
      const answer = await fetch(url + address, {
        headers: { authorization: `Token ${setting.place.token}`, accept: 'application/json' },
      });
      await answer.arrayBuffer();
      times.push(performance.now() - began);
      if (!answer.ok) {
        status = answer.status;
        break;
      }
    }
    timed.push({ call, addresses: addresses.slice(warmUps), times: times.slice(warmUps), status });
  }
  return timed;
}
