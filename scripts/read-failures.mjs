// Reads the failed tests and the first lines of their reasons from a runner's report.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const shown = 12;

function firstLines(text) {
  return stripVTControlCharacters(text).split('\n').slice(0, shown).join('\n');
}

/** The last lines of a command's output, without colours. */
export function lastLines(text) {
  return stripVTControlCharacters(text).trimEnd().split('\n').slice(-60).join('\n');
}

/** A file that could not be loaded has no tests: its own message is the failure. */
export function vitestFailures(report, root) {
  return (report?.testResults ?? []).flatMap(({ name, message, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) {
      return status === 'failed' ? [`${file}\n${firstLines(message)}`] : [];
    }
    return failed.map(
      (test) => `${file} › ${test.fullName}\n${firstLines(test.failureMessages.join('\n'))}`,
    );
  });
}

export function playwrightFailures(report) {
  return describedSpecs(report, ({ ok }) => !ok);
}

/** Flaky tests that passed only when they were retried, with the first error. */
export function playwrightFlaky(report) {
  return describedSpecs(report, ({ tests }) => tests.some(({ status }) => status === 'flaky'));
}

function describedSpecs(report, isWanted) {
  const of = (suite) => [...(suite.suites ?? []).flatMap(of), ...(suite.specs ?? [])];
  const specs = (report?.suites ?? []).flatMap(of).filter(isWanted);
  return specs.map(({ file, title, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    return `${file} › ${title}\n${firstLines(errors[0]?.message ?? 'no message')}`;
  });
}
