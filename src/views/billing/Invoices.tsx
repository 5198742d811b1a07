import type { Invoice } from '#contract/billing/schemas.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { day, money, none } from '../kit/format.ts';
import { Section } from '../kit/Section.tsx';
import { DataTable } from '../kit/tables/DataTable.tsx';

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
        <DataTable<Invoice>
          frame={{ name: 'All invoices', className: 'settings-table' }}
          caption="Invoices"
          rows={invoices}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Number', isName: true, write: ({ number }) => number },
            { title: 'Date', write: ({ date }) => day(date) },
            {
              title: 'Amount',
              write: ({ amount, currency }) => `${money(amount, currency)} ${currency}`,
            },
            { title: 'Status', write: ({ status }) => statusWords[status] },
            {
              title: 'File',
              write: ({ number, pdf_url }) =>
                pdf_url ? (
                  <AppLink to={pdf_url} external aria-label={`PDF of ${number}`}>
                    PDF
                  </AppLink>
                ) : (
                  none
                ),
            },
          ]}
        />
      )}
    </Section>
  );
}
