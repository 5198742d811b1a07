import { createHash } from 'node:crypto';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
/** Senders may prefix the hash method: `sha256:…`. */
const bare = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^sha256:/, '');

/** The hash of a normalised address; empty for an invalid one. A hash stays as it is. */
export function hashedEmail(input: string): string {
  const email = bare(input);
  if (isDigest(email)) return email;
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? digest(email) : '';
}

/** The hash of a phone number's E.164 digits; numbers without a country are left out. */
export function hashedPhone(input: string): string {
  const text = bare(input);
  if (isDigest(text)) return text;
  const international = /^(?:\+|00)(.*)$/.exec(text)?.[1];
  const digits = (international ?? '').replace(/\(0\)/, '').replace(/\D/g, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? digest(digits) : '';
}

export function hashedId(input: string): string {
  const id = bare(input);
  return id === '' || isDigest(id) ? id : digest(id);
}
