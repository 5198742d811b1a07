export type Mutation = {
  /** The file and line of the code, its replacement, and the test that has to fail then. */
  file: string;
  search: string;
  replacement: string;
  test: string;
  title: string;
};

const navigation = 'tests/machines/app/navigation.test.ts';
const selection = 'tests/machines/selection/selection.test.ts';
const session = 'tests/machines/app/session.test.ts';
const guard = 'tests/machines/app/reload-guard.test.ts';
const api = 'tests/services/kit/api.test.ts';
const cube = 'tests/services/dashboard/cube-queries.test.ts';

/** Mistakes of one line that would break a sentence of the specification. */
export const mutations: readonly Mutation[] = [
  {
    file: 'src/machines/app/routes.ts',
    search: "return routeAt(path)?.access === 'public' ? null : home.guest;",
    replacement: 'return /login|sign-up|invite|terms|policy/.test(path) ? null : home.guest;',
    test: navigation,
    title: 'never treats a private address as a public one because of a word in it',
  },
  {
    file: 'src/machines/app/routes.ts',
    search: "if (audience === 'member') return path === '/login' ? home.member : null;",
    replacement: "if (audience === 'member') return null;",
    test: navigation,
    title: 'sends a member from the login to the dashboard',
  },
  {
    file: 'src/machines/app/routes.ts',
    search: "if (path === '/') return home[audience];",
    replacement: "if (path === '/') return home.guest;",
    test: navigation,
    title: 'redirects guests and members from the root',
  },
  {
    file: 'src/machines/app/routes.ts',
    search: 'return from === null || !isNew || routeAt(path)?.keepsScroll ? null : ',
    replacement: 'return from === null || !isNew ? null : ',
    test: navigation,
    title: 'stays where it was on a route that opts out',
  },
  {
    file: 'src/machines/app/routes.ts',
    search: 'if (place.hash.length > 1 && (isNew || from?.hash !== place.hash)) {',
    replacement: 'if (place.hash.length > 1 && isNew) {',
    test: navigation,
    title: 'goes to the anchor: at the start, with a new page, and within one',
  },
  {
    file: 'src/machines/app/navigation.ts',
    search: 'context.page?.path === pageAt(params.place).path,',
    replacement: 'context.page?.fullPath === pageAt(params.place).fullPath,',
    test: navigation,
    title: 'counts a change of pathname as a change of page, and nothing else',
  },
  {
    file: 'src/model/link-kind.ts',
    search: 'if (/^(\\/(?!\\/)|[?#])/.test(address)) return ',
    replacement: 'if (/^(\\/|[?#])/.test(address)) return ',
    test: 'tests/services/app/links.test.ts',
    title: 'refuses more than two hundred other addresses, even where leaving is allowed',
  },
  {
    file: 'src/services/kit/location.ts',
    search: "else if (kind === 'outside' && external) window.location.assign(address);",
    replacement: "else if (kind === 'outside') window.location.assign(address);",
    test: 'tests/services/app/links.test.ts',
    title: 'refuses %j unless it is allowed',
  },
  {
    file: 'src/services/kit/location.ts',
    search: "if (scroll.to === 'anchor') waitFor(scroll.hash);",
    replacement: '',
    test: 'tests/services/kit/listeners.test.ts',
    title: 'waits for an anchor that is drawn late, and not for ever',
  },
  {
    file: 'src/machines/app/reload-guard.ts',
    search: 'delays: { reloadAgainAfter: 10_000 },',
    replacement: 'delays: { reloadAgainAfter: 1_000 },',
    test: guard,
    title: 'does not reload the same path twice within ten seconds',
  },
  {
    file: 'src/machines/app/reload-guard.ts',
    search: 'context.reloaded.includes(params.path),',
    replacement: 'context.reloaded.length > 0 && params.path !== context.path,',
    test: guard,
    title: 'counts every path separately',
  },
  {
    file: 'src/services/app/reloads.ts',
    search: 'const stores = [inStorage(window), inName(window)];',
    replacement: 'const stores = [inStorage(window)];',
    test: 'tests/services/kit/listeners.test.ts',
    title: 'are recorded without storage too',
  },
  {
    file: 'src/machines/app/session.ts',
    search: 'delays: { retryAfter: 15_000, checkAfter: 10_000, giveUpAfter: 5_000 },',
    replacement: 'delays: { retryAfter: 15_000, checkAfter: 60_000, giveUpAfter: 5_000 },',
    test: session,
    title: 'is checked again on a change of page, but not twice within ten seconds',
  },
  {
    file: 'src/machines/app/session.ts',
    search: 'params.member.subscriptions[0] ?? null,',
    replacement: 'params.member.subscriptions.at(-1) ?? null,',
    test: session,
    title: 'is checked by the server first, then keeps its member',
  },
  {
    file: 'src/machines/app/session.ts',
    search: "entry: ['forget', 'announceSignOut'],",
    replacement: "entry: ['announceSignOut'],",
    test: session,
    title:
      'clears everything at once on signing out, notifies the tabs and the server, and does not wait for ever',
  },
  {
    file: 'src/machines/app/session.ts',
    search: "problemFrom(params.error).kind === 'unauthorized',",
    replacement: "problemFrom(params.error).kind !== 'limited',",
    test: session,
    title: 'is not ended by a server that cannot be reached',
  },
  {
    file: 'src/model/local-storage.ts',
    search: '  sidebarRight: z.boolean(),',
    replacement: '',
    test: 'tests/services/kit/stored-facts.test.ts',
    title: 'keeps across reloads exactly the facts of the specification',
  },
  {
    file: 'src/services/kit/stored-facts.ts',
    search: 'if (!signedIn && isOfAnotherTab()) return;',
    replacement: '',
    test: 'tests/services/kit/stored-facts.test.ts',
    title: 'does not change the session of another tab',
  },
  {
    file: 'src/services/kit/api.ts',
    search: "  methods: ['get', 'head'],",
    replacement: "  methods: ['get', 'head', 'put'],",
    test: api,
    title: 'never sends %s twice',
  },
  {
    file: 'src/services/kit/api.ts',
    search: '  statusCodes: [408, 409, 425, 429, 500, 502, 503, 504],',
    replacement: '  statusCodes: [408, 409, 429, 500, 502, 503, 504],',
    test: api,
    title: 'reads once more after %i',
  },
  {
    file: 'src/services/kit/notices.ts',
    search: 'toast.clearWaitingQueue();',
    replacement: '',
    test: 'tests/views/app/notices.test.tsx',
    title: 'of a thousand failures are twenty, each once, and no queue waits behind them',
  },
  {
    file: 'src/services/dashboard/cube/months.ts',
    search: "order: { [member('hour')]: 'desc' },",
    replacement: "order: { [member('hour')]: 'asc' },",
    test: cube,
    title: 'of the last year is monthly, newest first, thirteen at most',
  },
  {
    file: 'src/services/dashboard/cube/figures.ts',
    search: ': moneyPlaces(currency);',
    replacement: ': 3;',
    test: cube,
    title: 'is answered with numbers that are rounded to two decimals',
  },
  {
    file: 'contract/time-zone.ts',
    search: "'US/Central': 'America/Chicago',",
    replacement: "'US/Central': 'America/Denver',",
    test: selection,
    title: 'resolves aliases of time zones, and Default means that of the project',
  },
];
