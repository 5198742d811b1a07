/**
 * The locale of the person, which figures and dates follow: set once per person, before anything of theirs is shown.
 * Texts are English in every locale.
 */
let followed = 'en-US-u-ca-gregory-nu-latn';

/** Follows the person's locale, else that of the browser. */
export function followLocale(chosen: string | null | undefined, browser: string): void {
  followed = supportedLocale(chosen || browser);
}

/** A locale with the digits and the calendar of graph labels and addresses; English in place of an unknown one. */
export function supportedLocale(tag: string): string {
  try {
    return new Intl.Locale(tag, { calendar: 'gregory', numberingSystem: 'latn' }).toString();
  } catch {
    return supportedLocale('en-US');
  }
}

/** A formatter that is made when it is first needed, and again for another locale. */
export function ofLocale<Format>(make: (locale: string) => Format): () => Format {
  let made: { locale: string; format: Format } | null = null;
  return () => {
    if (made?.locale !== followed) made = { locale: followed, format: make(followed) };
    return made.format;
  };
}

/** The character before decimals. */
export const decimalMark = ofLocale((locale): ',' | '.' => {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
});

type Weeks = { firstDay: number };
/** Browsers offer it as a method, older ones as a property, and some not at all. */
type LocaleWithWeeks = Intl.Locale & { getWeekInfo?: () => Weeks; weekInfo?: Weeks };
const sundays = /-(AU|BR|CA|CO|HK|ID|IL|IN|JP|KR|MX|PE|PH|SG|TH|TW|US|VE|ZA)\b/;

/** The day on which weeks begin, from 0 for Sunday to 6. */
export const firstWeekday = ofLocale((locale): 0 | 1 | 2 | 3 | 4 | 5 | 6 => {
  const known = new Intl.Locale(locale).maximize() as LocaleWithWeeks;
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: fallbackFor(known) };
  return (firstDay % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
});

const fallbackFor = ({ baseName }: Intl.Locale): number => (sundays.test(baseName) ? 7 : 1);
