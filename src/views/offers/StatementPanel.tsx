import { useSelector } from '@xstate/react';
import { ArrowLeft } from 'lucide-react';
import { useSearch } from 'wouter';
import type { StatementDetail } from '#contract/payouts/statement.ts';
import {
  mayPay,
  type OfferPayoutsActor,
  type SaveStatementsActor,
  type StatementActor,
  type StatementsActor,
} from '#machines/offers/offer-payouts.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { CollectionNotice } from '../kit/CollectionNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { LoaderStatus } from '../kit/LoaderStatus.tsx';
import { SavedFile, SaveFile } from '../kit/SaveFile.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { PayButton } from './PayButton.tsx';
import { payoutsLink } from './payouts-links.ts';
import { periodWords, statusWords } from './payouts-words.ts';
import { StatementLines } from './StatementLines.tsx';
import { StatementPayments } from './StatementPayments.tsx';
import { StatementTotals } from './StatementTotals.tsx';

type Props = { actor: OfferPayoutsActor; statements: StatementsActor; statement: StatementActor };

/** The statement of one affiliate, as it is printed. */
export function StatementPanel({
  actor,
  statements,
  statement,
  saving,
}: Props & { saving: SaveStatementsActor }) {
  const busy = useSelector(statement, (snapshot) => snapshot.hasTag('busy'));
  const answer = useSelector(statement, ({ context }) => context.answer);
  const problem = useSelector(statement, ({ context }) => context.problem);
  const query = useSelector(statement, ({ context }) => context.query);
  const scope = useSelector(statements, ({ context }) => context.scope);
  const project = useSelector(actor, ({ context }) =>
    context.member.projects.find(({ id }) => id === context.query.project),
  );
  const search = useSearch();
  const name = answer?.data.statement.name;
  return (
    <section className="panel" aria-labelledby="statement-title" aria-busy={busy}>
      <div className="panel-progress" data-running={(busy && answer !== null) || undefined} />
      <header className="panel-head">
        <h1 className="panel-title" id="statement-title">
          {name ? `Statement of ${name}, ${periodWords(query.period)}` : 'Statement'}
        </h1>
        <LoaderStatus actor={statement} name="statement" />
        <div className="panel-tools statement-acts">
          <AppLink to={payoutsLink(search, { affiliate: null })} className="button">
            <ArrowLeft size={16} aria-hidden="true" />
            All affiliates
          </AppLink>
          <SaveFile
            actor={saving}
            requestOf={(format) => ({ scope: { ...scope, affiliates: [query.affiliate] }, format })}
          />
          <Button size="small" onClick={() => actor.send({ type: 'statement.print' })}>
            Print
          </Button>
        </div>
      </header>
      <SavedFile actor={saving} />
      <CollectionNotice
        actor={statements}
        nameOf={({ name }) => name}
        retryLabel="Retry the payouts"
      />
      {answer ? (
        <Detail
          actor={actor}
          statements={statements}
          detail={answer.data}
          zone={`${project?.name ?? ''}, in ${answer.data.statement.currency}, days of ${query.timezone}`}
        />
      ) : problem ? (
        <Failed
          problem={problem}
          name="statement"
          onRetry={() => statement.send({ type: 'retry' })}
        />
      ) : (
        <TableSkeleton rows={6} columns={5} />
      )}
    </section>
  );
}

function Detail({
  actor,
  statements,
  detail,
  zone,
}: Pick<Props, 'actor' | 'statements'> & { detail: StatementDetail; zone: string }) {
  const mayRecord = useSelector(actor, ({ context }) => mayPay(context));
  const { statement } = detail;
  return (
    <>
      <p className="payouts-note">
        {`${statusWords(statement)}. ${zone}. Affiliate ${statement.affid}.`}{' '}
        {mayRecord && statement.due > 0 ? (
          <span className="statement-acts">
            <PayButton actor={statements} statement={statement} />
          </span>
        ) : null}
      </p>
      <StatementTotals rows={[statement]} />
      <StatementLines detail={detail} />
      <StatementPayments actor={actor} statements={statements} statement={statement} />
    </>
  );
}
