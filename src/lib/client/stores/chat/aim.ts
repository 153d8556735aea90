/** What a link to the chat opens: a talk, or the service of a merchant or the platform, with a card (contract/chat/href). */
import { atom } from 'nanostores';
import type { CardValues } from '#lib/contract/chat/cards.ts';
import { isCardKind } from '#lib/rules/chat/cards.ts';

export interface ChatAim {
  /** A talk to open; 0 for none. */
  talk: number;
  /** The service to talk to, 0 for the platform's; null: the list of talks. */
  merchant: number | null;
  /** Offered to be sent. */
  card: (CardValues & { title: string }) | null;
}

/** The list of talks. */
export const noAim: ChatAim = { talk: 0, merchant: null, card: null };

/** The aim of the chat in the drawer; null while the drawer shows the cart. */
export const $chatAim = atom<ChatAim | null>(null);

/** The aim of an address. Unknown parts of it are left out. */
export function readAim(query: URLSearchParams): ChatAim {
  const numberOf = (name: string) => {
    const text = query.get(name) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  const kind = query.get('kind') ?? '';
  const ref = query.get('ref') ?? '';
  const title = (query.get('title') ?? '').slice(0, 100);
  return {
    talk: numberOf('talk') ?? 0,
    merchant: numberOf('merchant'),
    card: isCardKind(kind) && ref !== '' ? { kind, ref, title } : null,
  };
}
