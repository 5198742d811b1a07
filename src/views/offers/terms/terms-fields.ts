import type { EnteredTerms } from '#model/entered-terms.ts';

/** What the fields of terms need of the form around them. */
export type TermsFields = {
  terms: EnteredTerms;
  /** Equal steps that follow each other are undone together. */
  change: (changed: Partial<EnteredTerms>, step?: string) => void;
  /** The sentences at a field, such as `tiers.0.amount`. */
  faultsAt: (name: string) => readonly string[];
  /** For a field that was left. */
  leave: (name: string) => () => void;
};
