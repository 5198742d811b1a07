import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { sessionSchema } from '#contract/accounts/session.ts';
import { type SignUpState, signUpStates } from '#contract/billing/schemas.ts';
import { type Answer, billingFixture, noon, type Person, seededPlans } from './fixture.ts';

const cards = billingFixture({ mode: 'stripe' });
const manual = billingFixture({ mode: 'manual' });
const stages = { cards, manual };
type Way = keyof typeof stages;
let plans: Awaited<ReturnType<typeof seededPlans>>;
beforeAll(async () => {
  plans = await seededPlans(manual().pool);
});

type Newcomer = { person: Person; project: number | null };

const stateOf = async ({ id }: Person): Promise<SignUpState> => {
  const { rows } = await manual().pool.query('select state from users where id = $1', [id]);
  return rows[0].state;
};

/** The call of each step; before there is a company, another one is named. */
const steps = {
  async company(way: Way, newcomer: Newcomer): Promise<Answer> {
    const { request } = stages[way]();
    const answer = await request(newcomer.person, 'POST', 'projects/', { name: 'Newcomer' });
    newcomer.project ??= answer.statusCode === 201 ? answer.json().id : null;
    return answer;
  },
  async payment(way: Way, { person, project }: Newcomer): Promise<Answer> {
    const { request, card } = stages[way]();
    if (project === null) return request(person, 'PATCH', 'confirm-payment-info/999999999/', {});
    if (way === 'cards') return card(person, project);
    return request(person, 'PATCH', `confirm-payment-info/${project}/`, {});
  },
  async subscription(way: Way, { person, project }: Newcomer): Promise<Answer> {
    const { request } = stages[way]();
    const body = { project: project ?? 999_999_999, plan: plans.growth };
    return request(person, 'POST', 'subscriptions/', body);
  },
};
type Step = keyof typeof steps;
const stepNames = Object.keys(steps) as Step[];
const nextOf = (state: SignUpState) => signUpStates[signUpStates.indexOf(state) + 1] ?? state;

describe.each(Object.keys(stages) as Way[])('signing up, with %s', (way) => {
  it('goes through its steps in order, whatever other calls are tried in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...stepNames), { minLength: 3, maxLength: 9 }),
        async (tried) => {
          const { request, person } = stages[way]();
          const newcomer: Newcomer = { person: await person('company'), project: null };
          let model: SignUpState = 'company';
          for (const step of [...tried, ...stepNames]) {
            const answer = await steps[step](way, newcomer);
            const isNext = step === model;
            if (isNext) expect(answer.statusCode, answer.body).toBeLessThan(300);
            if (isNext) model = nextOf(model);
            const isOver = model === 'active' && !isNext;
            const isAnotherCard = way === 'cards' && step === 'payment' && model !== 'payment';
            if (!isNext && !isOver && !isAnotherCard) {
              expect(answer.statusCode).toBeGreaterThanOrEqual(400);
            }
            expect(await stateOf(newcomer.person)).toBe(model);
            const views = await request(newcomer.person, 'GET', 'views/');
            expect(views.statusCode).toBe(way === 'cards' && model !== 'active' ? 402 : 200);
          }
          expect(model).toBe('active');
        },
      ),
      { numRuns: 12, seed: 32 },
    );
  }, 120_000);

  it.each(['payment', 'subscription'] as const)(
    'starts with a company again where that is deleted at the %s',
    async (state) => {
      const { request, member, company } = stages[way]();
      const { owner, project } = await company(state);
      expect((await request(owner, 'POST', 'projects/', { name: 'Second' })).statusCode).toBe(409);
      await member(project, 'owner');
      const left = await request(owner, 'POST', `projects/${project}/leave/`, {});
      expect(left.statusCode, left.body).toBe(200);
      expect((await request(owner, 'POST', 'projects/', { name: 'Second' })).statusCode).toBe(201);
      expect(await stateOf(owner)).toBe('payment');
    },
  );

  it('creates one company in fifty tries at once', async () => {
    const { request, person } = stages[way]();
    const newcomer = await person('company');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => request(newcomer, 'POST', 'projects/', { name: 'Race' })),
    );
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    expect(codes.filter((code) => code === 409)).toHaveLength(49);
  });
});

/** A token anywhere in an answer that is no session of its own. */
const holdsToken = ({ body }: Answer) => /cl_[\w-]{43}/.test(body);

describe('the confirmation of a payment', () => {
  async function atPayment() {
    const { request, company, stripe } = cards();
    const { owner, project } = await company('payment');
    const intent: string = (await request(owner, 'POST', 'setup-intents/', { project })).json().id;
    const path = `confirm-payment-info/${project}/`;
    return { owner, project, intent, path, enter: () => stripe.enterCard(intent) };
  }

  it('answers the session of the caller, one step further', async () => {
    const { owner, intent, path, enter } = await atPayment();
    const payment_method = enter();
    const { request, token } = cards();
    const answer = await request(owner, 'PATCH', path, { setup_intent: intent, payment_method });
    expect(answer.statusCode, answer.body).toBe(200);
    const session = sessionSchema.parse(answer.json());
    expect(session).toMatchObject({ id: owner.id, state: 'subscription' });
    expect(session.token).toBe(await token(owner));
  });

  it('gives no session to another person, and no second one at all', async () => {
    const { request, member, person, company, app, setNow, token, stripe } = cards();
    const { owner, project, intent, path, enter } = await atPayment();
    const other = await atPayment();
    other.enter();
    const manager = await member(project, 'manager');
    const billing = await member(project, 'billing');
    const stranger = (await company()).owner;
    const noAccess = await person();
    const right = { setup_intent: intent };
    const expired = await token(owner);

    const misuse: [string, number, () => Promise<Answer>][] = [
      ['no session', 401, () => request(null, 'PATCH', path, right)],
      ['a stranger', 404, () => request(stranger, 'PATCH', path, right)],
      ['a person without a company', 404, () => request(noAccess, 'PATCH', path, right)],
      ['a manager', 403, () => request(manager, 'PATCH', path, right)],
      ['who may pay but owns nothing', 403, () => request(billing, 'PATCH', path, right)],
      ['a card that was not confirmed', 409, () => request(owner, 'PATCH', path, right)],
      ['no intent', 400, () => request(owner, 'PATCH', path, {})],
      [
        'the intent of another company',
        400,
        () => request(owner, 'PATCH', path, { setup_intent: other.intent }),
      ],
      [
        'an intent that is invented',
        400,
        () => request(owner, 'PATCH', path, { setup_intent: 'seti_1' }),
      ],
      [
        'more than there is to say',
        400,
        () => request(owner, 'PATCH', path, { ...right, state: 'active', status: 'succeeded' }),
      ],
      [
        'a foreign company with the intent of that company',
        404,
        () => request(stranger, 'PATCH', other.path, { setup_intent: other.intent }),
      ],
      [
        'a session that has expired',
        401,
        async () => {
          setNow(new Date(noon.getTime() + 8 * 86_400_000));
          const answer = await app.inject({
            method: 'PATCH',
            url: `/api/v1/${path}`,
            headers: { authorization: `Token ${expired}` },
            payload: right,
          });
          setNow(noon);
          return answer;
        },
      ],
    ];
    for (const [what, status, attempt] of misuse) {
      const answer = await attempt();
      expect([what, answer.statusCode, holdsToken(answer)]).toEqual([what, status, false]);
    }
    expect(await stateOf(owner)).toBe('payment');

    enter();
    const wrong = await request(owner, 'PATCH', path, {
      ...right,
      payment_method: 'pm_of_another',
    });
    expect([wrong.statusCode, holdsToken(wrong)]).toEqual([400, false]);

    const race = await Promise.all(
      Array.from({ length: 50 }, () => request(owner, 'PATCH', path, right)),
    );
    expect(race.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(race.filter(({ statusCode }) => statusCode === 409)).toHaveLength(49);
    expect(race.filter(holdsToken)).toHaveLength(1);
    const replay = await request(owner, 'PATCH', path, right);
    expect([replay.statusCode, holdsToken(replay)]).toEqual([409, false]);
    expect(stripe.requests).toContain(`GET setup_intents/${intent}`);
  }, 60_000);

  it('without cards is passed once', async () => {
    const { request, company } = manual();
    const { owner, project } = await company('payment');
    const path = `confirm-payment-info/${project}/`;
    const claimed = await request(owner, 'PATCH', path, { setup_intent: 'seti_1' });
    expect([claimed.statusCode, holdsToken(claimed)]).toEqual([400, false]);
    const race = await Promise.all(
      Array.from({ length: 50 }, () => request(owner, 'PATCH', path, {})),
    );
    expect(race.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(race.filter(holdsToken)).toHaveLength(1);
    expect(await stateOf(owner)).toBe('subscription');
  });
});
