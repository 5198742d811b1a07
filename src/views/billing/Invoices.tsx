import type { Invoice } from '#contract/billing/schemas.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { day, money } from '../kit/format.ts';
import { Section } from '../kit/Section.tsx';

const statusWords: Record<Invoice['status'], string> = {
  draft: 'Draft',
  open: 'To be paid',
  paid: 'Paid',
  void: 'Void',
  uncollectible: 'Given up',
};

/** The invoices, latest first. */
export function Invoices({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <Section name="Invoices">
      {invoices.length === 0 ? (
        <p className="settings-empty">No invoice yet. The first comes with the first cycle.</p>
      ) : (
        <section
          className="settings-table"
          aria-label="All invoices"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <table>
            <caption className="only-read">Invoices</caption>
            <thead>
              <tr>
                <th scope="col">Number</th>
                <th scope="col">Date</th>
                <th scope="col">Amount</th>
                <th scope="col">Status</th>
                <th scope="col">File</th>
              </tr>
            </thead>
            <tbody>
              {invoices.map(({ id, number, date, amount, currency, status, pdf_url }) => (
                <tr key={id}>
                  <th scope="row">{number}</th>
                  <td>{day(date)}</td>
                  <td>
                    {money(amount, currency)} {currency}
                  </td>
                  <td>{statusWords[status]}</td>
                  <td>
                    {pdf_url ? (
                      <AppLink to={pdf_url} external aria-label={`PDF of ${number}`}>
                        PDF
                      </AppLink>
                    ) : (
                      '–'
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Section>
  );
}
