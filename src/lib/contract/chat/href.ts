import type { CardKind } from '#lib/rules/chat/cards.ts';
import { path } from '../routes.ts';

interface About {
  kind: CardKind;
  ref: string | number;
  /** Shown before the card is sent. */
  title: string;
}

/** The chat with a merchant's service, 0 for the platform's; `about` is offered as a card. */
export function chatHref(merchant: number, about?: About): string {
  return path('/chat', undefined, { merchant, ...about });
}
