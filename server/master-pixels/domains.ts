import { domainToASCII } from 'node:url';
import { invalid } from '../platform/refusal.ts';

/** Domains as browsers send them, with punycode. */
export function normalizedDomains(domains: readonly string[]): string[] {
  const written = domains.map((domain) => {
    const [, star = '', name = ''] = /^(\*\.)?(.*)$/.exec(domain) ?? [];
    const ascii = domainToASCII(name);
    if (ascii === '') throw invalid('domains', `${domain} is not a domain.`);
    return `${star}${ascii}`;
  });
  return [...new Set(written)];
}
