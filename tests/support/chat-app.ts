/** A process with the calls and streams of chat alone, and readers that follow it as browsers do. */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ChatHistory, ChatMessage } from '#lib/contract/chat/schema.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Who asks: a person of a company, or of a merchant's service. */
export type Who = { user: string } | { staff: number; name: string; merchantId: number };

/** Stands in for the built app. `?who=` is trusted: sessions have tests of their own. */
export const chatApp = `
import { text } from 'node:stream/consumers';
import { AppError } from '${root}/src/lib/contract/errors.ts';
import { messagesOfTalkInput, numberedInput, sendInput } from '${root}/src/lib/contract/chat/schema.ts';
import { listMyMessages, openBuyerStream, readMine, sendMine } from '${root}/src/lib/server/chat/buyer.ts';
import { listDeskMessages, readAtDesk, sendFromDesk } from '${root}/src/lib/server/chat/desk.ts';
import { getDb } from '${root}/src/lib/server/db/client.ts';
import { openDeskStream } from '${root}/src/lib/server/desk/waiting.ts';
import { accountOf, contextOf } from '${root}/tests/support/orders.ts';
const accounts = new Map();
async function contextFor(who, headers) {
  const base = { db: getDb(), now: new Date(), requestId: 'test', headers: new Headers(headers) };
  if (who.user === undefined)
    return { ...base, actor: { kind: 'merchant', name: who.name, merchantId: who.merchantId, staffId: who.staff, role: 'service' } };
  if (!accounts.has(who.user)) accounts.set(who.user, accountOf(getDb(), who.user));
  return { ...base, actor: contextOf(getDb(), await accounts.get(who.user)).actor };
}
export async function render({ url, headers, body }) {
  const asked = new URL(url, 'http://shop.test');
  if (asked.pathname === '/api/health') return new Response('well');
  const { who: said, ...given } = Object.fromEntries(asked.searchParams);
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, Number(value)]));
  const who = JSON.parse(said);
  const isDesk = who.user === undefined;
  try {
    const context = await contextFor(who, headers['last-event-id'] ? { 'last-event-id': headers['last-event-id'] } : {});
    if (asked.pathname === '/api/events') return await (isDesk ? openDeskStream : openBuyerStream)(context, {}, values.beat ?? 20000);
    if (asked.pathname === '/messages')
      return Response.json(await (isDesk ? listDeskMessages : listMyMessages)(context, messagesOfTalkInput.parse(values)));
    if (asked.pathname === '/read')
      return Response.json(await (isDesk ? readAtDesk : readMine)(context, numberedInput.parse(values)));
    return Response.json(await (isDesk ? sendFromDesk : sendMine)(context, sendInput.parse(JSON.parse(await text(body)))));
  } catch (error) {
    const code = error instanceof AppError ? error.code : 500;
    return Response.json({ code, message: String(error) }, { status: code });
  }
}
`;

/** The address of a call at a process, which may be another one at each look. */
type Origin = () => string;

/** The address of a call of the app. */
export function addressOf(
  origin: string,
  page: string,
  who: Who,
  values: Record<string, number> = {},
): string {
  const query = new URLSearchParams({ who: JSON.stringify(who) });
  for (const [name, value] of Object.entries(values)) query.set(name, String(value));
  return `${origin}${page}?${query}`;
}

/** Sends a message until a process has taken it, under the same client id; answers its number. */
export async function say(origin: Origin, who: Who, id: number, clientId: string, text: string) {
  for (;;) {
    const body = JSON.stringify({ id, client_id: clientId, text });
    const answer = await fetch(addressOf(origin(), '/send', who), { method: 'POST', body }).catch(() => null);
    if (answer?.ok) return ((await answer.json()) as ChatMessage).seq;
    // The process is gone, or the person writes too fast.
    if (answer !== null && answer.status !== 429 && answer.status !== 503)
      throw new Error(`a message was refused: ${await answer.text()}`);
    await pause(answer?.status === 429 ? 500 : 50);
  }
}

/** Moves a mark; a process that is gone is asked no more. */
export async function mark(origin: Origin, who: Who, id: number, seq: number): Promise<void> {
  await fetch(addressOf(origin(), '/read', who, { id, seq })).then(
    (answer) => answer.text(),
    () => '',
  );
}

/**
 * Follows a talk: pointers of the stream are asked for behind the last number that is there, a stream that ends is opened
 * again with the last position that was heard.
 */
export class TalkReader {
  readonly messages: ChatMessage[] = [];
  /** How often a stream was opened, and how often its position was good for nothing. */
  opened = 0;
  reloads = 0;
  onMessage: (message: ChatMessage) => void = () => {};
  private position = '';
  private cutting = new AbortController();
  private isOver = false;
  private pulling: Promise<void> | undefined;
  private isAskedAgain = false;

  readonly who: Who;
  readonly talk: number;
  private readonly origin: Origin;

  constructor(origin: Origin, who: Who, talk: number) {
    this.origin = origin;
    this.who = who;
    this.talk = talk;
  }

  get last(): number {
    return this.messages.at(-1)?.seq ?? 0;
  }

  /** Ends the stream that is open; the next one follows at once. */
  cut(): void {
    this.cutting.abort();
  }

  end(): void {
    this.isOver = true;
    this.cut();
  }

  /** Runs until the end. */
  async run(): Promise<void> {
    while (!this.isOver) {
      this.cutting = new AbortController();
      this.opened += 1;
      await this.follow(this.cutting.signal).catch(() => undefined);
      await pause(20);
    }
    await this.pulling;
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const headers = this.position === '' ? {} : { 'last-event-id': this.position };
    const answer = await fetch(addressOf(this.origin(), '/api/events', this.who), { headers, signal });
    if (!answer.ok || answer.body === null) throw new Error(`no stream: ${answer.status}`);
    let text = '';
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      const events = (text + part).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) this.hear(event);
    }
  }

  private hear(event: string): void {
    const name = /^event: (\w+)$/m.exec(event)?.[1];
    const id = /^id: (\S+)$/m.exec(event)?.[1];
    // Without a position before, everything is read once; with one the stream itself says what was missed.
    if (name === 'chat_here' && this.position === '') this.pull();
    if (name === 'chat_reload') {
      this.reloads += 1;
      this.pull();
    }
    if (name === 'chat') {
      const news: { talk: number; what: string; seq: number } = JSON.parse(
        /^data: (.*)$/m.exec(event)?.[1] ?? '{}',
      );
      if (news.talk === this.talk && news.what === 'message' && news.seq > this.last) this.pull();
    }
    if (id !== undefined) this.position = id;
  }

  private pull(): void {
    this.isAskedAgain = true;
    this.pulling ??= this.pullAll().finally(() => {
      this.pulling = undefined;
      if (this.isAskedAgain && !this.isOver) this.pull();
    });
  }

  private async pullAll(): Promise<void> {
    while (this.isAskedAgain) {
      this.isAskedAgain = false;
      const address = addressOf(this.origin(), '/messages', this.who, { id: this.talk, after: this.last });
      const answer = await fetch(address).catch(() => null);
      if (!answer?.ok) {
        this.isAskedAgain = !this.isOver;
        await pause(50);
        continue;
      }
      const { list, has_after: hasAfter } = (await answer.json()) as ChatHistory;
      for (const message of list) {
        if (message.seq <= this.last) throw new Error(`message ${message.seq} came twice`);
        this.messages.push(message);
        this.onMessage(message);
      }
      if (hasAfter === 1) this.isAskedAgain = true;
    }
  }
}
