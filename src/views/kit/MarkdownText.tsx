import Markdown from 'markdown-to-jsx';
import type { ReactNode } from 'react';
import { AppLink } from './AppLink.tsx';

type LinkProps = { href?: string; children?: ReactNode };
const Outside = ({ href = '', children }: LinkProps) => (
  <AppLink to={href} external>
    {children}
  </AppLink>
);
const nothing = () => null;
const Paragraph = ({ children }: { children?: ReactNode }) => <p>{children}</p>;
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const safe = {
  disableParsingRawHTML: true,
  forceBlock: true,
  overrides: { a: Outside, img: nothing, input: nothing },
};
const flat = {
  ...safe,
  overrides: {
    ...safe.overrides,
    ...Object.fromEntries(headings.map((name) => [name, Paragraph])),
  },
};

type Props = {
  text: string;
  /** Whether headings are paragraphs, for a text inside a page with headings of its own. */
  withoutHeadings?: boolean;
};

/** Markdown. HTML in it is shown as text, images are left out, and links open in a new tab. */
export const MarkdownText = ({ text, withoutHeadings = false }: Props) => (
  <Markdown options={withoutHeadings ? flat : safe}>{text}</Markdown>
);
