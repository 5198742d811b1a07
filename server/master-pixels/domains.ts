import { domainToASCII } from 'node:url';
import { invalid } from '../platform/refusal.ts';

/** Domains as browsers send them: what is written in other letters in punycode. */
export function writtenDomains(given: readonly string[]): string[] {
  const written = given.map((domain) => {
    const [, star = '', name = ''] = /^(\*\.)?(.*)$/.exec(domain) ?? [];
    const ascii = domainToASCII(name);
    if (ascii === '') throw invalid('domains', `${domain} is no domain.`);
    return `${star}${ascii}`;
  });
  return [...new Set(written)];
}
