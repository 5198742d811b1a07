import { MarkdownText } from '../../kit/MarkdownText.tsx';

export function Description({ text }: { text: string }) {
  return (
    <div className="offer-description">
      <MarkdownText text={text} withoutHeadings />
    </div>
  );
}
