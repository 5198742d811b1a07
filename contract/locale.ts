import { z } from 'zod';

/** A language tag of BCP 47 in its usual case, such as `de-CH`; null for any other text. */
function localeOf(tag: string): string | null {
  try {
    const [known] = Intl.getCanonicalLocales(tag);
    return known !== undefined && Intl.NumberFormat.supportedLocalesOf(known).length > 0
      ? known
      : null;
  } catch {
    return null;
  }
}

/** The locale whose numbers, dates and weeks a person reads. */
export const localeSchema = z
  .string()
  .max(35)
  .transform((tag, context) => {
    const known = localeOf(tag);
    if (known !== null) return known;
    context.addIssue({ code: 'custom', message: 'Choose a locale such as en-GB.' });
    return z.NEVER;
  });
