import { zonedTime } from '#contract/period.ts';
import type { Connection } from '../database/orm.ts';
import type { MailContent } from '../mail/render-mail.ts';

type Lowered = {
  /** The codes of the affiliates that get less. */
  affids: readonly string[];
  offer: { id: number; projectId: number; name: string };
  startsAt: Date;
  timezone: string;
  publicUrl: string;
};

/** Mails to the people of affiliates whose payout becomes less. */
export async function loweredPayoutMails(
  connection: Connection,
  { affids, offer, startsAt, timezone, publicUrl }: Lowered,
): Promise<MailContent[]> {
  const { rows } = await connection.query<{ email: string }>(
    `select distinct person.email from affiliates affiliate
     join member_affiliates own on own.affiliate_id = affiliate.id
     join memberships member on member.user_id = own.user_id and member.project_id = affiliate.project_id
     join users person on person.id = own.user_id
     where affiliate.project_id = $1 and affiliate.aff_id = any($2) and member.role = 'affiliate'
     order by 1`,
    [offer.projectId, affids],
  );
  const [day, time] = zonedTime(startsAt, timezone).split('T');
  return rows.map(({ email }) => ({
    to: email,
    subject: `Lower payout: ${offer.name}`,
    paragraphs: [
      `From ${day} at ${time?.slice(0, 5)} (${timezone}) the offer ${offer.name} pays you less.`,
      'Clicks before that moment keep the present terms, also when they convert later.',
    ],
    link: { label: 'See the terms', url: `${publicUrl}/offers/${offer.id}#terms` },
  }));
}
