import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { OfferImport } from '#contract/offers/offer.ts';
import { memberForInput, requireCapability } from '../../access/require-capability.ts';
import { withAudit } from '../../audit/audit-log.ts';
import type { DestinationLimits } from '../../egress/destination-checks.ts';
import { serve } from '../../plugins/serve.ts';
import { lockProject } from '../../projects/repository.ts';
import { destinationLimits, type OfferDependencies } from '../dependencies.ts';
import { type CheckedLine, checkLine, takeLine } from './import-lines.ts';
import { readOfferFile } from './offer-file.ts';

/** A file of 2 MB within JSON. */
const bodyLimit = 6_000_000;

/** Offers from a CSV file. */
export function offerImportRoutes(app: FastifyInstance, dependencies: OfferDependencies): void {
  const { pool, now, idempotent } = dependencies;
  const audited = withAudit(pool, now);

  serve(
    app,
    endpoints.importOffers,
    async (call) => {
      const { access, body } = call;
      const { project, csv, dry_run: isDry } = body;
      const membership = memberForInput(access, project);
      requireCapability(membership, 'offer.write');
      const read = readOfferFile(csv);
      if (read.some(({ terms }) => Object.keys(terms).length > 0)) {
        requireCapability(membership, 'offer.terms');
      }
      const limits = withKnownHosts(destinationLimits(dependencies));
      const checked: CheckedLine[] = [];
      for (const line of read) checked.push(await checkLine(line, { project, limits }));
      return idempotent(call, (keep) =>
        audited(call, async (client, recordAudit) => {
          await lockProject(client, project);
          await client.query('savepoint before_lines');
          const taking = { client, project, by: access.userId, now: now() };
          const taken = [];
          for (const line of checked) taken.push(await takeLine(line, taking));
          const lines = taken.map(({ line }) => line);
          const of = (result: OfferImport['lines'][number]['result']) =>
            lines.filter((line) => line.result === result).length;
          const answer = { created: of('created'), changed: of('changed'), lines };
          if (isDry) await client.query('rollback to savepoint before_lines');
          await keep(client, answer);
          if (isDry || answer.created + answer.changed === 0) return answer;
          for (const { entry } of taken) if (entry) await recordAudit(entry);
          const { created, changed } = answer;
          const details = { created, changed, refused: of('refused') };
          await recordAudit({ action: 'offers.imported', project, target: 'offers', details });
          return answer;
        }),
      );
    },
    { bodyLimit },
  );
}

/** Looks up each host once, because many lines have the same one. */
function withKnownHosts(limits: DestinationLimits): DestinationLimits {
  const known = new Map<string, ReturnType<DestinationLimits['lookup']>>();
  return {
    ...limits,
    lookup(host) {
      const found = known.get(host) ?? limits.lookup(host);
      known.set(host, found);
      return found;
    },
  };
}
