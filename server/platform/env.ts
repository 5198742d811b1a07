import { z } from 'zod';
import { StartProblem } from './start-problem.ts';

const flag = (fallback: boolean) =>
  z
    .enum(['0', '1', 'true', 'false', ''])
    .default(fallback ? '1' : '0')
    .transform((text) => text === '1' || text === 'true');
const optionalUrl = z.preprocess((text) => text || undefined, z.url().optional());
const optionalBase = z.preprocess(
  (text) => text || undefined,
  z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text).href.replace(/\/+$/, ''))
    .optional(),
);

const optionalKey = z.preprocess(
  (text) => text || undefined,
  z.string().min(32, 'Use at least 32 characters.').optional(),
);
const optionalText = z.preprocess((text) => text || undefined, z.string().optional());

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: optionalUrl,
  CLICKHOUSE_URL: optionalUrl,
  /** The URL of the warehouse with a read-only user, which runs all queries that users make. */
  CLICKHOUSE_READER_URL: optionalUrl,
  CLICKHOUSE_CLUSTER: z.string().optional(),
  /** The base URL of the collector for shops, without a slash at its end. */
  PUBLIC_URL: optionalBase,
  /** The mail server, as `smtps://user:password@host`; without it mails are stored in a folder. */
  SMTP_URL: z.preprocess(
    (text) => text || undefined,
    z.url({ protocol: /^smtps?$/, error: 'Use smtp:// or smtps://.' }).optional(),
  ),
  /** The sender of mails. */
  MAIL_FROM: z.string().min(1).default('Clickledger <clickledger@localhost>'),
  /** Whether strangers may sign up; null where the operator has not decided. */
  SIGN_UP: z
    .enum(['0', '1', 'true', 'false', ''])
    .default('')
    .transform((text) => (text === '' ? null : text === '1' || text === 'true')),
  /** `manual` sells plans whose payments the operator collects. */
  BILLING: z.enum(['manual', ''], { error: 'Use manual, or leave it out.' }).default(''),
  /** Cards are charged by Stripe where all three are set. */
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_PUBLIC_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  /** The base URL of Stripe's API; only tests set it. */
  STRIPE_API_URL: optionalBase,
  /**
   * New users get their session from a mailed link only, and sign-up does not reveal which addresses have an account.
   */
  VERIFY_EMAIL: flag(false),
  /** Sign-ups per hour from one network. */
  SIGN_UPS_PER_HOUR: z.coerce.number().int().positive().default(5),
  CUBE_API_URL: optionalUrl,
  USE_CUBE: flag(true),
  DEMO: flag(true),
  DEMO_PASSWORD: z.string().optional(),
  /** Days of history before the day on which the demo begins. */
  DEMO_DAYS: z.coerce.number().int().min(14).max(1_000).default(400),
  DEMO_SEED: z.coerce.number().int().default(20_260_101),
  /** Fixes the demo's clock, so that every run shows the same data. */
  DEMO_NOW: z.preprocess(
    (text) => text || undefined,
    z.iso
      .datetime({ offset: true, error: 'Use a moment such as 2026-11-20T15:00:00Z.' })
      .optional(),
  ),
  /** Encrypts the secrets of event pixels; the default is a key in the data directory. */
  PIXEL_SECRET_KEY: optionalKey,
  /** Signs the tokens of the analytics endpoint; the default is a key in the data directory. */
  ANALYTICS_SECRET_KEY: optionalKey,
  /** Hosts that event pixels may call on internal addresses, as `host` or `host:port`, separated by commas. */
  PIXEL_ALLOW_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  /** Starts although the warehouse lacks events, once; owners see it in the audit log. */
  ACCEPT_LOSS: flag(false),
  INSECURE_HTTP: flag(false),
  /** Sustained events per second of the public collector, from one network and with one master pixel. */
  COLLECT_RATE_NETWORK: z.coerce.number().positive().default(50),
  COLLECT_RATE_PIXEL: z.coerce.number().positive().default(2_000),
  /** A GeoIP file in MaxMind's format, read at the start. */
  GEOIP_DB: z.string().optional(),
  /** A file with networks of data centers, one per line. */
  DATACENTER_RANGES: z.string().optional(),
  /** Addresses of proxies whose `X-Forwarded-*` headers are trusted. */
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
});
export type Env = z.infer<typeof schema>;

/** The names of all variables that the product reads. */
export const variableNames: readonly string[] = Object.keys(schema.shape);

/** The environment, parsed once. Throws one sentence that names every invalid variable. */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(variables);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
    throw new StartProblem(`The configuration cannot be used. ${problems.join('; ')}`);
  }
  const env = parsed.data;
  if (env.CLICKHOUSE_READER_URL && !env.CLICKHOUSE_URL) {
    throw new StartProblem(
      'CLICKHOUSE_READER_URL names a reader of the server that CLICKHOUSE_URL names: set both, or none.',
    );
  }
  const stripe = [env.STRIPE_SECRET_KEY, env.STRIPE_PUBLIC_KEY, env.STRIPE_WEBHOOK_SECRET];
  if (stripe.some(Boolean) && !stripe.every(Boolean)) {
    throw new StartProblem(
      'Stripe needs STRIPE_SECRET_KEY, STRIPE_PUBLIC_KEY and STRIPE_WEBHOOK_SECRET: set all three, or none.',
    );
  }
  if (!isLoopback(env.HOST) && !env.TRUST_PROXY && !env.INSECURE_HTTP) {
    throw new StartProblem(
      `HOST=${env.HOST} would serve passwords over plain HTTP to other machines. Put a TLS proxy in front and set TRUST_PROXY, or set INSECURE_HTTP=1.`,
    );
  }
  return env;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\./.test(host);
