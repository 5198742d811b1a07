import { textMap } from '#contract/text-map.ts';

/** The content of a mail: sentences, and at most one link. */
export type MailContent = {
  to: string;
  subject: string;
  /** Paragraphs before the link. */
  paragraphs: readonly string[];
  link?: { label: string; url: string };
  /** Paragraphs after it. */
  closing?: readonly string[];
};

/** Renders a mail as plain text and as HTML. User text is escaped and cannot add header lines. */
export function renderMail({
  to,
  subject,
  paragraphs,
  link,
  closing = [],
}: MailContent): RenderedMail {
  if (/[\r\n\0]/.test(`${to}${subject}`)) throw new Error('A mail header must be one line.');
  const blocks = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), ...closing];
  return {
    to,
    subject,
    text: `${blocks.join('\n\n')}\n\n-- \nClickledger\n`,
    html: page(
      escaped(subject),
      [
        ...paragraphs.map(paragraph),
        ...(link ? [button(link)] : []),
        ...closing.map(paragraph),
      ].join('\n'),
    ),
  };
}

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;padding:24px;background:#f6f7f9;color:#1a1d23;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:34rem;margin:0 auto;padding:24px;background:#fff;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px">${title}</h1>
${content}
<p style="margin:24px 0 0;color:#5b6270;font-size:14px">Clickledger</p>
</div>
</body>
</html>
`;

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escaped(text)}</p>`;

/** The URL is also printed below its button. */
const button = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:0 0 8px"><a href="${escaped(url)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#1f5fd0;color:#fff;text-decoration:none">${escaped(label)}</a></p>
<p style="margin:0 0 16px;color:#5b6270;font-size:14px;overflow-wrap:anywhere">${escaped(url)}</p>`;

const entities = textMap({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (one) => entities.get(one) ?? one);
/** A mail to one person, as text and HTML. */

export type RenderedMail = { to: string; subject: string; text: string; html: string };
