/** How the database driver and its pool begin the messages of errors that have no code. */
const notTaken = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];
const lost = [
  ...notTaken,
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
  'timeout expired',
];

const beginsWith =
  (sentences: readonly string[]) =>
  ({ message }: Error): boolean =>
    sentences.some((sentence) => message.startsWith(sentence));

/** Whether a statement was not sent because the server took no connection in time. */
export const saysNotTaken = beginsWith(notTaken);
/** Whether there was no connection or it was lost. */
export const saysLost = beginsWith(lost);
