import { safely } from './safely.ts';

/** The longest attribution window; every visit renews it. */
export const lifetime = 90 * 24 * 60 * 60 * 1_000;
/** Longer values stay out of the cookie, which is sent with every request of the page. */
const longestCookie = 1_800;

/** Stores a value first-party: in a cookie for the whole site, and in localStorage where cookies are blocked. */
export function storeValue(name: string, value: string): void {
  const encoded = encodeURIComponent(value);
  writeCookie(name, encoded.length > longestCookie ? '' : encoded);
  safely(() => localStorage.setItem(name, `${Date.now() + lifetime} ${value}`));
}

export function readValue(name: string): string | undefined {
  return cookie(name) || safely(() => unexpired(localStorage.getItem(name)));
}

export function removeValue(name: string): void {
  writeCookie(name, '');
  safely(() => localStorage.removeItem(name));
}

export const cookie = (name: string): string | undefined =>
  safely(() => {
    const found = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
    return found && decodeURIComponent(found.slice(name.length + 1));
  });

function unexpired(stored: string | null): string | undefined {
  const [until = '', value] = stored?.split(/ (.*)/s) ?? [];
  return Number(until) > Date.now() ? value : undefined;
}

/** Browsers reject a domain that is not the page's own, so the widest accepted one is the site. */
function writeCookie(name: string, encoded: string): void {
  safely(() => {
    const labels = location.hostname.split('.');
    const age = encoded ? lifetime / 1_000 : 0;
    const end = `;path=/;max-age=${age};samesite=lax${location.protocol === 'https:' ? ';secure' : ''}`;
    for (let from = labels.length - 2; from >= -1; from -= 1) {
      const domain = from < 0 ? '' : `;domain=${labels.slice(from).join('.')}`;
      // biome-ignore lint/suspicious/noDocumentCookie: plain HTTP and some browsers have no Cookie Store.
      document.cookie = `${name}=${encoded}${domain}${end}`;
      if (encoded && cookie(name) === decodeURIComponent(encoded)) return;
    }
  });
}
