import { describe, expect, it } from 'vitest';
import { statusOfWord } from '#contract/conversions/status-words.ts';

describe('the status that a word means', () => {
  it.each([
    ['sale', 'approved'],
    ['paid', 'approved'],
    ['Approved', 'approved'],
    ['lead', 'pending'],
    ['hold', 'pending'],
    ['on-hold', 'pending'],
    ['On Hold', 'pending'],
    ['trash', 'rejected'],
    ['Cancelled', 'rejected'],
    ['chargeback', 'reversed'],
    ['constructor', null],
    ['__proto__', null],
    ['', null],
    ['{status}', null],
  ])('%s is %s', (word, status) => {
    expect(statusOfWord(word)).toBe(status);
  });
});
