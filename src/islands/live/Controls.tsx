import { useStore } from '@nanostores/react';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { $pictureAt } from '#lib/client/stores/live-room/clock.ts';
import { durationText } from '#lib/rules/live/words.ts';
import type { PictureState } from './picture-state.ts';
import type { Player } from './player.ts';

interface Props {
  video: RefObject<HTMLVideoElement | null>;
  player: Player | null;
  state: PictureState;
  replay: { from: number; to: number } | null;
  hasSound: boolean;
  hasWords: boolean;
  onWords: (isOn: boolean) => void;
  onToggle: () => void;
  onWhole: () => void;
}

/** The bar under the picture. Every control has a name; what the browser cannot do is not offered. */
export function Controls({
  video,
  player,
  state,
  replay,
  hasSound,
  hasWords,
  onWords,
  onToggle,
  onWhole,
}: Props) {
  const [isMuted, setMuted] = useState(false);
  const [canFloat, setFloat] = useState(false);
  const isOn = state.phase === 'playing' || state.phase === 'stalled';

  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    setFloat(document.pictureInPictureEnabled === true);
    const follow = () => setMuted(element.muted);
    follow();
    element.addEventListener('volumechange', follow);
    return () => element.removeEventListener('volumechange', follow);
  }, [video]);

  async function float() {
    try {
      if (document.pictureInPictureElement !== null) await document.exitPictureInPicture();
      else await video.current?.requestPictureInPicture();
    } catch {
      // There is no picture yet.
    }
  }

  return (
    <div className="relative flex flex-none items-center gap-1 px-2 min-h-touch bg-night text-white">
      <Tool
        icon={isOn ? 'i-lucide-pause' : 'i-lucide-play'}
        label={isOn ? '暂停' : '播放'}
        onPress={onToggle}
      />
      <Tool
        icon={isMuted ? 'i-lucide-volume-x' : 'i-lucide-volume-2'}
        label={isMuted ? '打开声音' : '静音'}
        onPress={() => {
          if (isMuted) player?.unmute();
          else if (video.current) video.current.muted = true;
        }}
      />
      {replay ? <Progress replay={replay} player={player} /> : <span className="flex-1" />}
      {hasSound && (
        <Tool
          icon="i-lucide-headphones"
          label={state.isSound ? '回到画面' : '只听声音'}
          isOn={state.isSound}
          onPress={() => void player?.setSound(!state.isSound)}
        />
      )}
      <Tool
        icon="i-lucide-captions"
        label={hasWords ? '关闭字幕' : '打开字幕'}
        isOn={hasWords}
        isAway={!state.hasWords || state.isSound}
        onPress={() => onWords(!hasWords)}
      />
      <Tool
        icon="i-lucide-picture-in-picture-2"
        label="小窗播放"
        isAway={!canFloat || state.isSound}
        onPress={() => void float()}
      />
      <Tool icon="i-lucide-maximize" label="全屏" onPress={onWhole} />
    </div>
  );
}

function Tool({
  icon,
  label,
  isOn,
  isAway = false,
  onPress,
}: {
  icon: string;
  label: string;
  isOn?: boolean;
  /** It is not possible now: its place stays, so that nothing jumps. */
  isAway?: boolean;
  onPress: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      className={`inline-grid place-items-center w-touch h-touch p-0 border-0 rounded bg-transparent cursor-pointer text-head hover:bg-white/20 ${isOn ? 'text-[#7fe0bf]' : 'text-white'} ${isAway ? 'invisible' : ''}`}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={onPress}
    >
      <span className={icon} aria-hidden="true" />
    </button>
  );
}

function Progress({ replay, player }: { replay: { from: number; to: number }; player: Player | null }) {
  const at = useStore($pictureAt, { ssr: 'initial' });
  const length = replay.to - replay.from;
  const passed = Math.min(length, Math.max(0, (at ?? replay.from) - replay.from));
  return (
    <span className="flex flex-1 items-center gap-2 min-w-0 px-1 text-note num">
      <input
        type="range"
        className="flex-1 min-w-0 accent-[#7fe0bf]"
        aria-label="回放进度"
        aria-valuetext={`${durationText(passed)}，共${durationText(length)}`}
        min={0}
        max={Math.floor(length / 1000)}
        value={Math.floor(passed / 1000)}
        onChange={(event) => player?.seek(replay.from + Number(event.currentTarget.value) * 1000)}
      />
      <span className="whitespace-nowrap">
        {durationText(passed)}/{durationText(length)}
      </span>
    </span>
  );
}
