// @vitest-environment happy-dom
/** Parts of a live room: goods on air and in a replay, likes of a page that is left, reminders, the poor network. */
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CutPanel } from '#islands/desk/live/CutPanel.tsx';
import { LikeButton } from '#islands/live/LikeButton.tsx';
import { PoorNetwork } from '#islands/live/PoorNetwork.tsx';
import { RemindButton } from '#islands/live/RemindButton.tsx';
import { RoomGoods } from '#islands/live/RoomGoods.tsx';
import { useFreshOffers } from '#islands/live/use-fresh-offers.ts';
import { $offers, $offersPhase } from '#lib/client/stores/goods/offers.ts';
import { $room } from '#lib/client/stores/live-room/timeline.ts';
import { $toasts } from '#lib/client/stores/shell/toasts.ts';
import type { DeskRoom } from '#lib/contract/live/desk-schema.ts';
import type { LiveGoodsWire } from '#lib/contract/live/schema.ts';
import { boxOf, clearDocument, does, draw, named, press, typeInto, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();
const fresh = $room.get();
beforeEach(() => {
  $room.set({ ...fresh, events: new Map() });
  $toasts.set([]);
});
afterEach(clearDocument);

const item = (id: number) =>
  ({
    id,
    name: `药品${id}`,
    image: '/x.webp',
    ypgg: '10片',
    sccj: '示范药厂',
    otc: '',
    point: '',
  }) as unknown as LiveGoodsWire;
const articles = (place: ParentNode, id: number) => [
  ...place.querySelectorAll<HTMLElement>(`[data-live-goods="${id}"]`),
];

test('on air what is told about is marked, beside the picture and among all goods', async () => {
  const goods = [item(1), item(2)];
  const before = await draw(<RoomGoods goods={goods} pinned={[]} isReplay={false} />);
  expect(before.textContent).toContain('主播还没有推出商品');
  await clearDocument();
  const place = await draw(<RoomGoods goods={goods} pinned={[1]} isReplay={false} />);
  await press(named(place, '全部商品 2'));
  expect(articles(document, 1).map(({ textContent }) => textContent?.includes('讲解中'))).toEqual([
    true,
    true,
  ]);
  expect(articles(document, 2).map(({ textContent }) => textContent?.includes('讲解中'))).toEqual([false]);
});

test('a replay speaks of its part, and nobody tells about anything now', async () => {
  const goods = [item(1), item(2)];
  const before = await draw(<RoomGoods goods={goods} pinned={[]} isReplay />);
  expect(before.querySelector('h2')?.textContent).toBe('本段商品');
  expect(before.textContent).toContain('本段没有商品');
  await clearDocument();
  const place = await draw(<RoomGoods goods={goods} pinned={[1]} isReplay />);
  expect(articles(place, 1).length).toBeGreaterThan(0);
  expect(document.body.textContent).not.toMatch(/讲解|主播/);
});

test('likes of a page that is left at once are sent, and the same sum again where a call was under way', async () => {
  const place = await draw(<LikeButton roomId={7} initial={9} mine={3} isOpen />);
  const button = place.querySelector('button')!;
  await press(button);
  await press(button);
  await does(() => window.dispatchEvent(new Event('pagehide')));
  const sent = await shop.next();
  expect(sent.line).toMatch(/^POST \/api\/live\/7\/like .*likes=5/);
  await press(button);
  await does(() => window.dispatchEvent(new Event('pagehide')));
  const again = await shop.next();
  expect(again.line).toContain('likes=6');
  again.answer(200, { likes: 9, mine: 6 });
  sent.answer(200, { likes: 8, mine: 5 });
  await until(() => expect(button.getAttribute('aria-label')).toMatch(/现有\d+个赞/));
});

test('a reminder that is taken back takes its message along', async () => {
  const place = await draw(<RemindButton id={7} initial={false} name="秋冬用药" />);
  const button = place.querySelector('button')!;
  await press(button);
  (await shop.next()).answer(200, { is_on: 1 });
  await until(() => expect($toasts.get().map(({ text }) => text)).toEqual(['开播时会收到消息']));
  await press(button);
  (await shop.next()).answer(200, { is_on: 0 });
  await until(() => expect($toasts.get().map(({ text }) => text)).toEqual(['已取消提醒']));
});

test('the offer of the sound alone can be closed', async () => {
  const place = await draw(<PoorNetwork onSound={() => undefined} />);
  expect(place.textContent).toContain('网络不太好');
  await press(named(place, '关闭提示'));
  expect(place.textContent).toBe('');
});

test('prices and stock come again soon after a pin, every minute of it, and after a minute out of sight', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: it is the document's only cookie
  document.cookie = 'yp_in=1';
  const goods = [item(1), item(2)];
  function Room({ pinned }: { pinned: number[] }) {
    useFreshOffers(goods, pinned);
    return null;
  }
  let price = 1;
  /** The next call asks for these, and its answer is seen. */
  const comes = async (...ids: number[]) => {
    const one = await shop.next();
    expect(decodeURIComponent(one.line)).toBe(
      `GET /api/goods/offers?${ids.map((id) => `ids[]=${id}`).join('&')}`,
    );
    price += 1;
    one.answer(
      200,
      ids.map((id) => ({ id, price: `${price}.00` })),
    );
    await until(() => expect($offers.get()[String(ids.at(-1))]).toMatchObject({ price: `${price}.00` }));
  };
  /** Until now nothing was asked: this is the next request. */
  const nothing = async () => {
    await new Promise(setImmediate);
    void fetch('/next');
    const one = await shop.next();
    expect(one.line).toBe('GET /next');
    one.answer(200);
  };
  const sight = vi.spyOn(document, 'hidden', 'get');
  const show = (isShown: boolean) => {
    sight.mockReturnValue(!isShown);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  // Half of the spread of viewers, and a whole minute.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  try {
    const place = await draw(<Room pinned={[]} />);
    await comes(1, 2);
    vi.advanceTimersByTime(30_000);
    await draw(<Room pinned={[2]} />, place);
    vi.advanceTimersByTime(4_000);
    await nothing();
    vi.advanceTimersByTime(1_000);
    await comes(2);
    vi.advanceTimersByTime(60_000);
    await comes(2);
    show(false);
    vi.advanceTimersByTime(59_000);
    show(true);
    show(false);
    // A minute of the pin passes out of sight.
    vi.advanceTimersByTime(60_000);
    expect(shop.left()).toBe(0);
    show(true);
    await comes(1, 2);
  } finally {
    vi.useRealTimers();
    sight.mockRestore();
    // biome-ignore lint/suspicious/noDocumentCookie: it is the document's only cookie
    document.cookie = 'yp_in=; max-age=0';
  }
});

test('what did not come with the page comes with its pin, at once', async () => {
  const goods = [item(3), item(4)];
  function Room({ pinned }: { pinned: number[] }) {
    useFreshOffers(goods, pinned);
    return null;
  }
  const place = await draw(<Room pinned={[]} />);
  (await shop.next()).answer(500);
  await until(() => expect($offersPhase.get()).toBe('failed'));
  await draw(<Room pinned={[4]} />, place);
  const one = await shop.next();
  expect(decodeURIComponent(one.line)).toBe('GET /api/goods/offers?ids[]=4');
  one.answer(200, [{ id: 4, price: '4.00' }]);
  await until(() => expect($offers.get()['4']).toMatchObject({ price: '4.00' }));
});

test('captions leave the cut as it is being written; after a room that changed meanwhile that one is shown', async () => {
  const room = {
    ...{
      id: 7,
      revision: 3,
      title: '冬季用药',
      replay_fault: '',
      is_replay: 0,
      replay_from: '',
      replay_to: '',
    },
    ...{ started_at: '2026-11-21T12:00:00Z', ended_at: '2026-11-21T13:00:00Z', playback: '' },
    captions: { name: '', count: 0, version: 0 },
  } as unknown as DeskRoom;
  function Desk() {
    const [now, setNow] = useState(room);
    return <CutPanel room={now} onRoom={setNow} />;
  }
  const place = await draw(<Desk />);
  const upload = async () => {
    const input = named<HTMLInputElement>(place, '选择字幕文件');
    Object.defineProperty(input, 'files', { value: [new File(['WEBVTT'], 'a.vtt')], configurable: true });
    await does(() => input.dispatchEvent(new Event('change', { bubbles: true })));
    return shop.next();
  };
  await typeInto(boxOf(place, '开始'), '2026-11-21 20:10:00');
  const button = named(place, '上传字幕');
  await does(() => button.focus());
  (await upload()).answer(409, null, '这个直播间刚被修改过');
  const look = await shop.next();
  expect(look.line).toBe('GET /api/desk/live/rooms/7');
  look.answer(200, { ...room, revision: 4, captions: { name: 'b.vtt', count: 1, version: 1 } });
  await until(() => expect(place.textContent).toContain('b.vtt，1条'));
  const sent = await upload();
  expect(sent.body).toMatch(/name="revision"\r\n\r\n4\r\n/);
  sent.answer(200, { ...room, revision: 5, captions: { name: 'a.vtt', count: 2, version: 2 } });
  await until(() => expect(place.textContent).toContain('a.vtt，2条'));
  expect(boxOf(place, '开始').value).toBe('2026-11-21 20:10:00');
  expect(document.activeElement).toBe(button);
});
