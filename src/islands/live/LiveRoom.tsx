import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $cartNumbers } from '#lib/client/stores/cart/cart-total.ts';
import { beat, countAdded } from '#lib/client/stores/live-room/acts.ts';
import { $screen } from '#lib/client/stores/live-room/clock.ts';
import { $room, followRoom } from '#lib/client/stores/live-room/timeline.ts';
import type { CenterCoupon } from '#lib/contract/coupons.ts';
import type { LiveGoodsWire, LiveRoomWire } from '#lib/contract/live/schema.ts';
import { path } from '#lib/contract/routes.ts';
import { beatMs } from '#lib/rules/live/room.ts';
import type { Screen } from '#lib/rules/live/screen.ts';
import { countText } from '#lib/rules/live/words.ts';
import { AskBox } from './AskBox.tsx';
import { Chapters } from './Chapters.tsx';
import { LikeButton } from './LikeButton.tsx';
import { Picture } from './Picture.tsx';
import { PoorNetwork } from './PoorNetwork.tsx';
import { RoomCoupons } from './RoomCoupons.tsx';
import { RoomGoods } from './RoomGoods.tsx';
import { useFreshOffers } from './use-fresh-offers.ts';
import { usePlayer } from './use-player.ts';

interface Props {
  room: LiveRoomWire;
  goods: LiveGoodsWire[];
  coupons: CenterCoupon[];
  /** What is beside the picture until the timeline is known: nothing jumps when it comes. */
  firstScreen: Screen;
  isVisitor: boolean;
}

/** A room on air, or its replay. What stands beside the picture follows the picture's clock. */
export function LiveRoom({ room, goods, coupons, firstScreen, isVisitor }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const isReplay = room.face === 'replay';
  const { player, state } = usePlayer(
    video,
    { picture: room.playlist, sound: room.sound, words: room.words },
    isReplay,
  );
  const { viewers, likes, phase, face } = useStore($room, { ssr: 'initial' });
  const screen = useStore($screen, { ssr: 'initial' }) ?? firstScreen;
  const { notice, isOver } = screen;
  const isEnded =
    !isReplay &&
    phase === 'ready' &&
    face !== 'now' &&
    (isOver || state.phase === 'ended' || state.phase === 'waiting');

  useEffect(() => followRoom(room.id), [room.id]);
  useFreshOffers(goods, screen.pinned);
  useCountedAdds(room.id, goods, !isReplay);
  useBeat(room.id, !isReplay);

  const isKnown = phase !== 'loading';
  return (
    <div className="grid gap-3 items-start grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_380px]">
      <div className="max-lg:contents lg:(grid gap-3 min-w-0)">
        {/* In a narrow window picture and title stay in sight; one that lies on its side has no room for them. */}
        <div className="max-lg:(portrait:(sticky top-0 z-10) -mx-2.5) lg:contents">
          <div className="lg:(rounded overflow-hidden)">
            {isEnded || phase === 'gone' ? (
              <Over isGone={phase === 'gone'} />
            ) : (
              <Picture
                video={video}
                player={player}
                state={state}
                screen={screen}
                title={room.title}
                poster={room.cover}
                isReplay={isReplay}
                replay={room.replay}
                hasSound={room.sound !== ''}
              />
            )}
          </div>
          <div className="flex items-start gap-3 px-3 py-2 bg-card border-b border-b-solid border-line lg:(p-3 border border-solid rounded)">
            <h1 className="flex-1 min-w-0 text-title font-600 max-lg:line-clamp-2">{room.title}</h1>
            <LikeButton
              roomId={room.id}
              initial={room.likes}
              mine={room.my_likes}
              isOpen={!isReplay && isKnown && face === 'now'}
            />
          </div>
        </div>
        {state.isPoor && !state.isSound && room.sound !== '' && (
          <PoorNetwork onSound={() => void player?.setSound(true)} />
        )}
        <div className="panel p-3 grid gap-1">
          <p className="m-0 text-small text-ink-2 num">
            {isReplay ? '回放' : `${countText(Math.max(1, isKnown ? viewers : room.viewers))}人在看`}
            {isReplay && ` · ${countText(isKnown ? likes : room.likes)}个赞`} · 主播{room.host} ·{' '}
            <a
              className="link underline"
              href={path('/business/[id]', { id: room.merchant.id })}
              target="_blank"
              rel="noopener"
            >
              {room.merchant.name}
            </a>
          </p>
          <p className="m-0 text-note text-ink-2">销售方：{room.merchant.full_name}</p>
          {room.summary !== '' && <p className="m-0 text-small text-ink-2">{room.summary}</p>}
        </div>
        <div aria-live="polite">
          {notice !== null && (
            <p className="flex gap-2 m-0 px-3 py-2 rounded bg-info-wash text-small text-info-ink">
              <span className="i-lucide-megaphone mt-1 flex-none" aria-hidden="true" />
              {notice}
            </p>
          )}
        </div>
        {phase === 'failed' && (
          <p role="alert" className="m-0 px-3 py-2 rounded bg-price-wash text-small text-price-ink">
            连接中断，商品和提问可能不是最新的，正在重新连接。
          </p>
        )}
      </div>
      <div className="grid gap-3 min-w-0">
        <RoomGoods goods={goods} pinned={screen.pinned} isReplay={isReplay} />
        <RoomCoupons roomId={room.id} drops={screen.drops} initial={coupons} />
        {room.replay ? (
          <Chapters replay={room.replay} onJump={(at) => player?.seek(at)} />
        ) : (
          <AskBox
            roomId={room.id}
            reason={room.ask_reason}
            wasMuted={room.is_muted === 1}
            isVisitor={isVisitor}
          />
        )}
      </div>
    </div>
  );
}

function Over({ isGone }: { isGone: boolean }) {
  return (
    <div
      className="grid place-content-center justify-items-center gap-3 aspect-video bg-night text-white text-center"
      role="status"
    >
      <p className="m-0 text-title">{isGone ? '直播间已关闭' : '直播已结束'}</p>
      <a className="btn-plain" href={path('/live')}>
        看看其他直播
      </a>
    </div>
  );
}

/** Tells the room what is put into the cart here. */
function useCountedAdds(roomId: number, goods: readonly LiveGoodsWire[], isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ids = new Set(goods.map(({ id }) => String(id)));
    return $cartNumbers.listen((now, before, changed) => {
      // Only an addition of this page names what it changed.
      if (changed === undefined || !ids.has(String(changed))) return;
      const more = (now[changed] ?? 0) - (before?.[changed] ?? 0);
      if (more > 0) countAdded(roomId, Number(changed), more);
    });
  }, [roomId, goods, isOn]);
}

function useBeat(roomId: number, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const say = () => {
      // What is lost is a figure.
      void beat(roomId).catch(() => undefined);
    };
    say();
    const timer = setInterval(say, beatMs);
    return () => clearInterval(timer);
  }, [roomId, isOn]);
}
