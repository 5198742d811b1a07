/** Saves a file through a temporary link: a browser cannot download directly from a call that needs a token. */
export function keepFile(window: Window, blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = window.document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
