import type { Summary } from './import-file.ts';

type Screen = { isTTY?: boolean; write: (text: string) => unknown };

const width = 30;

/** A bar on a terminal, a line per tenth in a log. */
export function createProgress(screen: Screen): (read: number, summary: Summary) => void {
  const start = performance.now();
  let shown = -1;
  return (read, summary) => {
    const step = Math.floor(read * (screen.isTTY ? 100 : 10));
    if (step === shown && !screen.isTTY) return;
    const isLast = read >= 1;
    if (isLast && shown === step) return;
    shown = step;
    const perSecond = Math.round((summary.events / Math.max(1, performance.now() - start)) * 1000);
    const facts = [
      `${Math.floor(read * 100)} %`,
      `${count(summary.rows)} rows`,
      `${count(summary.events)} events`,
      `${count(perSecond)}/s`,
      ...(summary.rejected > 0 ? [`${count(summary.rejected)} rejected`] : []),
    ].join('  ');
    if (!screen.isTTY) screen.write(`${facts}\n`);
    else {
      const filled = Math.round(read * width);
      screen.write(
        `\r[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${facts} \u001b[K${isLast ? '\n' : ''}`,
      );
    }
  };
}

export const count = (value: number): string => value.toLocaleString('en-US');
