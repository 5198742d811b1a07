import { type OfferSection, offerSections, sectionOf } from '#model/offer-draft.ts';
import { count } from '../../kit/format.ts';

export const sectionNames: Record<OfferSection, string> = {
  basics: 'Basics',
  destination: 'Destination',
  terms: 'Terms',
  caps: 'Caps',
  access: 'Access',
  test: 'Test',
};

/** The sections of the form, with the number of fields in each that need attention. */
export function SectionLinks({ found }: { found: ReadonlyMap<string, unknown> }) {
  const counts = new Map<OfferSection, number>();
  for (const key of found.keys()) {
    const section = sectionOf(key.split('.')[0] ?? '');
    counts.set(section, (counts.get(section) ?? 0) + 1);
  }
  return (
    <nav className="offer-sections" aria-label="Sections of the offer">
      <ol>
        {offerSections.map((section) => {
          const faults = counts.get(section) ?? 0;
          return (
            <li key={section}>
              <button
                type="button"
                className="offer-section-link"
                onClick={() => {
                  const target = document.getElementById(`offer-${section}`);
                  target?.scrollIntoView({ block: 'start' });
                  target?.querySelector<HTMLElement>('input, select, textarea, a')?.focus({
                    preventScroll: true,
                  });
                }}
              >
                {sectionNames[section]}{' '}
                {faults > 0 ? (
                  <span className="offer-section-faults">
                    {faults === 1 ? '1 to mend' : `${count(faults)} to mend`}
                  </span>
                ) : null}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
