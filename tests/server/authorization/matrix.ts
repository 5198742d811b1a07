import type { FastifyInstance } from 'fastify';
import { type Policy, policies, type RequestVariant, type Target } from './policy.ts';
import { canaries, type Persona, type TestData } from './test-data.ts';

export type Verdict = { checks: number; failures: string[] };

export type Fixture = {
  app: FastifyInstance;
  data: TestData;
  /** A further session of the same person, for calls that end theirs. */
  reopen: (persona: Persona) => Promise<string | null>;
};

type Answer = Awaited<ReturnType<typeof call>>;

type Choice = {
  route?: (policy: Policy) => boolean;
  persona?: (persona: Persona) => boolean;
  /** How many request variants are tried. */
  ways?: number;
};

/** Calls every route as every persona with every target and lists the differences from the policy. */
export async function runMatrix(fixture: Fixture, choice: Choice = {}): Promise<Verdict> {
  const {
    route: isRouteWanted,
    persona: isPersonaWanted,
    ways = Number.POSITIVE_INFINITY,
  } = choice;
  const verdict: Verdict = { checks: 0, failures: [] };
  const personas = fixture.data.personas.filter((one) => isPersonaWanted?.(one) ?? true);
  for (const [route, policy] of Object.entries(policies)) {
    if (isRouteWanted && !isRouteWanted(policy)) continue;
    for (const [way, variant] of Object.entries(policy.requests).slice(0, ways)) {
      await Promise.all(
        personas.map((persona) =>
          judge(fixture, verdict, { route, policy, way, variant, persona }),
        ),
      );
    }
  }
  return verdict;
}

type Case = {
  route: string;
  policy: Policy;
  way: string;
  variant: RequestVariant;
  persona: Persona;
};

async function judge(fixture: Fixture, verdict: Verdict, one: Case): Promise<void> {
  const { route, policy, way, variant, persona } = one;
  const answers = new Map<Target, Answer>();
  for (const target of variant.targets) {
    const check = (holds: boolean, what: string) => {
      verdict.checks += 1;
      if (holds) return;
      verdict.failures.push(`${route} (${way}) as ${persona.name} about ${target}: ${what}`);
    };
    const answer = await call(fixture, one, target);
    answers.set(target, answer);

    const expected = expectedStatus(policy, variant, persona, target);
    check(answer.statusCode === expected, `${answer.statusCode} instead of ${expected}`);
    for (const secret of canariesHiddenFrom(persona)) {
      check(!holds(answer, secret), `shows the ${secret}`);
    }
    check(revealsOnlyWhatItMay(policy, answer), 'shows something that looks like a secret');
    const speaks = 'access-control-allow-origin' in answer.headers;
    check(speaks === (policy.isForPages ?? false), speaks ? 'speaks to other sites' : 'is closed');
    if (route.endsWith('/all-rc-payment-data/') && answer.statusCode === 200 && !persona.isDebug) {
      check(
        JSON.stringify(answer.json().data) === '[]',
        'shows payments to a user without debug rights',
      );
    }

    const twin = target === 'missing' ? answers.get('foreign') : undefined;
    if (twin && persona.foreign === null) {
      check(comparable(twin) === comparable(answer), 'tells foreign from missing');
    }
    const hidden = target === 'missing' && persona.own === 'affiliate' && answers.get('sibling');
    if (hidden) check(comparable(hidden) === comparable(answer), 'tells sibling from missing');
  }
}

async function call({ app, data, reopen }: Fixture, one: Case, target: Target) {
  const { route, policy, variant, persona } = one;
  const { path, body } = variant.request(data, target);
  const renews = policy.endsSession && persona.isSignedIn;
  const token = renews ? await reopen(persona) : persona.token;
  const session = token === null ? null : `Token ${token}`;
  const authorization =
    variant.byAnalyticsToken && session ? await analyticsToken(app, session) : session;
  const answer = await app.inject({
    method: route.split(' ')[0] as 'GET' | 'POST',
    url: path,
    headers: {
      'content-type': 'application/json',
      ...(authorization === null ? {} : { authorization }),
    },
    remoteAddress: addressOf(persona),
    ...(body ? { payload: body } : {}),
  });
  if (policy.endsMembership && persona.isSignedIn) await data.rejoin(persona);
  return answer;
}

async function analyticsToken(app: FastifyInstance, authorization: string): Promise<string | null> {
  const url = '/api/v1/analytics-token/';
  const answer = await app.inject({ method: 'POST', url, headers: { authorization } });
  return answer.statusCode === 200 ? answer.json().token : null;
}

/** Every persona has an address of its own, so that none uses up the limit of another. */
const addressOf = ({ name }: Persona): string =>
  `10.${[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 250}.${name.length}.1`;

function expectedStatus(
  { caller, status, roles, outside, withoutHeader }: Policy,
  { besideOwn, namesOnly, filtersWholeProjects, byAnalyticsToken }: RequestVariant,
  persona: Persona,
  target: Target,
): number {
  if (caller === 'anyone') return status;
  if (caller === 'key') return 401;
  if (!persona.isSignedIn) {
    return persona.token === null || byAnalyticsToken ? (withoutHeader ?? 401) : 401;
  }
  if (caller === 'superuser') return persona.name === 'superuser' ? status : 403;
  if (caller === 'signed in' || target === 'none') return status;
  if (caller === 'person') return isTheirs(persona, target) ? status : (outside ?? 404);
  if (namesOnly) return persona.own ? status : (outside ?? 403);
  if (filtersWholeProjects) {
    // Every persona that is signed in owns the project that it made in the matrix.
    if (!besideOwn || (persona.own !== null && persona.own !== 'affiliate')) return status;
  }
  const role = besideOwn && !persona.own ? null : roleIn(persona, target);
  if (role === null || (role === 'affiliate' && target === 'sibling')) return outside ?? 403;
  return roles && !roles.includes(role) ? 403 : status;
}

const isTheirs = ({ own, foreign }: Persona, target: Target): boolean =>
  (target === 'own' && own === 'owner') || (target === 'foreign' && foreign === 'owner');

const roleIn = ({ own, foreign }: Persona, target: Target) =>
  target === 'missing' ? null : target === 'foreign' ? foreign : own;

function canariesHiddenFrom({ own, foreign }: Persona): string[] {
  return [
    ...(own ? [] : [canaries.own]),
    ...(own && own !== 'affiliate' ? [] : [canaries.sibling]),
    ...(foreign ? [] : [canaries.foreign]),
  ];
}

const holds = ({ body, headers }: Answer, canary: string): boolean =>
  `${body}${JSON.stringify(headers)}`.toLowerCase().includes(canary);

/**
 * No key that names a secret and no value in the form of one, unless the call hands it out, or names the input that it
 * refuses.
 */
function revealsOnlyWhatItMay({ reveals }: Policy, { body, statusCode }: Answer): boolean {
  if (statusCode === 400) return !secretForm.test(body);
  const keys = [...body.matchAll(/"([^"]*(?:hash|secret|token|password)[^"]*)"\s*:/gi)];
  const shown = keys.map(([, key]) => key).filter((key) => key !== reveals || statusCode >= 300);
  return shown.length === 0 && (reveals !== undefined || !secretForm.test(body));
}

const secretForm = /c[a-z]_[\w-]{43}[0-9a-f]{8}/;

/** The parts of an answer that do not naturally differ between calls. */
function comparable({ statusCode, headers, body }: Answer): string {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  return JSON.stringify({ statusCode, headers: rest, body });
}
