import { Body, Footer, Header, Row, Table } from '@table-library/react-table-library/table';
import { Fragment, type ReactNode, type RefObject } from 'react';
import { roles } from './aria-roles.ts';

/** The rows are drawn by the caller, some of them only. */
const noNodes = { nodes: [] };
/** The style sheets lay tables out, as lines or as cards. */
const noStyles = {};
const rowStyles = { display: 'revert-layer', backgroundColor: 'revert-layer' };

/** The library's table with its caption, head, rows and foot. */
export function TableBox({
  box,
  caption,
  isCaptionShown = false,
  className,
  head,
  foot,
  children,
  ...attributes
}: {
  box: RefObject<HTMLTableElement | null>;
  caption: ReactNode;
  isCaptionShown?: boolean;
  className: string;
  head: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
  'aria-rowcount'?: number | undefined;
  'data-grouped'?: true | undefined;
}) {
  return (
    <Table
      {...roles.table}
      {...attributes}
      ref={box}
      className={className}
      css={noStyles}
      data={noNodes}
    >
      {() => (
        <>
          <caption className={isCaptionShown ? undefined : 'only-read'}>{caption}</caption>
          <Header css={noStyles}>{head}</Header>
          <Body {...roles.group} css={noStyles}>
            {children}
          </Body>
          {foot ? <Footer css={noStyles}>{foot}</Footer> : null}
        </>
      )}
    </Table>
  );
}

/** Attributes of an element, with those that style sheets and other code look for. */
export type Attributes = {
  className?: string | undefined;
  title?: string | undefined;
  [data: `data-${string}`]: string | number | boolean | undefined;
};

/** A row of the library. It hands its children properties that elements do not know: a fragment takes none of them. */
export function TableRow({
  className = '',
  children,
  ...attributes
}: Attributes & { 'aria-rowindex'?: number | undefined; children: ReactNode }) {
  return (
    <Row item={noItem} className={className} css={rowStyles} {...attributes}>
      <Fragment key="cells">{children}</Fragment>
    </Row>
  );
}
const noItem = { id: '' };
