/** Notices to a merchant's people, and what waits behind the entries of the navigation, live. */
import { atom } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import { AppError } from '#lib/contract/errors.ts';
import {
  type ChatSignal,
  chatSignals,
  type DeskNewsKind,
  deskNewsKinds,
} from '#lib/contract/events/stream.ts';
import type {
  DeskWaiting,
  DutyPhoneInput,
  DutyPhoneWire,
  ReadDeskNoticesInput,
} from '#lib/contract/notices.ts';
import { call } from '../../api.ts';
import { sharedStream } from '../live/shared-stream.ts';
import { deskCall } from './session.ts';

/** Number of pending things by the address of the entry; null before it is known. */
export const $waiting = atom<DeskWaiting['list'] | null>(null);

function show({ list }: DeskWaiting): void {
  $waiting.set(list);
}

/** The current numbers; undefined without a response, null where the session has ended. */
function ask(): Promise<DeskWaiting | null | undefined> {
  return call(api.deskWaiting, {}).catch((error: unknown) =>
    error instanceof AppError && error.code === 404 ? null : undefined,
  );
}

/** The stream of a desk: its news, and those of chat. */
export const deskStream = sharedStream<DeskNewsKind | ChatSignal, DeskWaiting>({
  name: 'desk-news',
  path: api.deskEvents.path,
  kinds: deskNewsKinds,
  placed: chatSignals,
  // The number of talks that wait follows messages and assignments.
  concernsFrame: (data) => /"what":"(?:message|state)"/.test(data),
  ask,
  show,
  catchesUp: () => true,
});

/** Calls `handler` whenever orders, cases or notices of this desk changed; what is answered ends it. */
export function onDeskNews(handler: () => void): () => void {
  return deskStream.onNews('work', handler);
}

/** Without news for this long, ms, a page asks what waits by itself. */
const patience = 1_000;

/** Begins to follow what waits, once a page. It is asked with the beginning of news, so that one request is enough. */
export function followWaiting(): void {
  const late = setTimeout(() => void ask().then((found) => found && show(found)), patience);
  deskStream.onHearing(() => clearTimeout(late));
  deskStream.listen();
}

/** Marks notices as read by oneself. Rejects as `deskCall` does. */
export async function readNotices(input: ReadDeskNoticesInput): Promise<void> {
  show(await deskCall(api.readDeskNotices, input));
}

/** Changes the duty phone. Rejects as `deskCall` does. */
export function setDutyPhone(input: DutyPhoneInput): Promise<DutyPhoneWire> {
  return deskCall(api.setDutyPhone, input);
}
