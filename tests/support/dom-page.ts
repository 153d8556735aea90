/** Where islands in a document of the test go; for files that run in happy-dom. */
import { afterEach, beforeEach, vi } from 'vitest';

/** A page of a logged-in buyer, made anew for every test; answers the addresses it went to, '(reload)' for itself. */
export function domPage(): string[] {
  const went: string[] = [];
  beforeEach(() => {
    went.length = 0;
    // biome-ignore lint/suspicious/noDocumentCookie: it is the document's only cookie
    document.cookie = 'yp_in=1';
    sessionStorage.clear();
    localStorage.clear();
    const go = (address: string | URL) => void went.push(String(address));
    vi.spyOn(location, 'assign').mockImplementation(go);
    vi.spyOn(location, 'replace').mockImplementation(go);
    vi.spyOn(location, 'reload').mockImplementation(() => go('(reload)'));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return went;
}
