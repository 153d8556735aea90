/** What stores ask of the page around them, for tests that run without a document. */
import { afterEach, beforeEach, vi } from 'vitest';

interface FakePage {
  /** Addresses to which the page went, in their order; '(reload)' for itself. */
  went: string[];
  /** Listeners of the window hear it. */
  sendNotice: (type: string, more?: object) => void;
  cookie: (text: string) => void;
}

/** A page of a logged-in buyer, made anew for every test. */
export function fakePage(): FakePage {
  const went: string[] = [];
  let events = new EventTarget();
  let cookie = '';
  beforeEach(() => {
    events = new EventTarget();
    went.length = 0;
    cookie = 'yp_in=1';
    vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
    vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
    vi.stubGlobal('sessionStorage', storage());
    vi.stubGlobal('localStorage', storage());
    vi.stubGlobal('document', {
      get cookie() {
        return cookie;
      },
      documentElement: { dataset: {} },
    });
    const place = {
      pathname: '/here',
      href: 'http://shop/here',
      search: '',
      assign: (address: string) => went.push(address),
      reload: () => went.push('(reload)'),
    };
    vi.stubGlobal('location', place);
    vi.stubGlobal('history', {
      state: null,
      replaceState: (_state: unknown, _title: string, address: URL) => {
        place.href = address.href;
      },
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  return {
    went,
    sendNotice: (type, more = {}) => void events.dispatchEvent(Object.assign(new Event(type), more)),
    cookie(text) {
      cookie = text;
    },
  };
}

function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}
