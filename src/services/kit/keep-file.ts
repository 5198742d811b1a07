/** Saves a file through a temporary link: a browser cannot download directly from a call that needs a token. */
function keepFile(window: Window, blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = window.document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Saves the answer of a download to the browser's download folder, unless its request was aborted meanwhile. Returns
 * the file's name: the one that the server gave it, else another.
 */
export function keepDownload(
  window: Window,
  { blob, name }: { blob: Blob; name: string | null },
  { otherwise, signal }: { otherwise: string; signal: AbortSignal },
): string {
  signal.throwIfAborted();
  const file = name ?? otherwise;
  keepFile(window, blob, file);
  return file;
}
