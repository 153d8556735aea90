import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import type { Screen } from '#lib/rules/live/screen.ts';
import { Controls } from './Controls.tsx';
import type { PicturePhase, PictureState } from './picture-state.ts';
import type { Player } from './player.ts';

interface Props {
  video: React.RefObject<HTMLVideoElement | null>;
  player: Player | null;
  state: PictureState;
  /** What stands over the picture. */
  screen: Screen;
  title: string;
  poster: string;
  isReplay: boolean;
  replay: { from: number; to: number } | null;
  /** The sound can be played alone. */
  hasSound: boolean;
}

const words: Partial<Record<PicturePhase, string>> = {
  loading: '正在打开画面…',
  stalled: '网络不畅，正在缓冲…',
  waiting: '主播暂时没有画面，回来后自动播放',
};

/**
 * The picture with what stands over it: the question on screen, what is wrong, and the controls. Space plays and pauses,
 * M mutes, F takes the whole screen.
 */
export function Picture({ video, player, state, screen, title, poster, isReplay, replay, hasSound }: Props) {
  const frame = useRef<HTMLElement>(null);
  const [hasWords, setWords] = useState(true);
  const { question, hasPicture, isOver } = screen;
  const { phase, isSound, isSilenced } = state;

  useEffect(() => player?.showWords(hasWords), [player, hasWords]);

  function toggle() {
    if (phase === 'playing' || phase === 'stalled') player?.pause();
    else void player?.resume();
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    // Boxes, buttons and bars have keys of their own.
    if (event.target instanceof Element && event.target.closest('input, textarea, select, button, a, dialog'))
      return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys[pressedKey(event)];
    if (act === undefined) return;
    event.preventDefault();
    if (act === 'toggle') toggle();
    else if (act === 'mute' && video.current) video.current.muted = !video.current.muted;
    else if (act === 'full' && frame.current) void showWhole(frame.current, video.current);
  });

  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  const isAway = phase === 'playing' && !isReplay && !hasPicture && !isOver;
  const note = isAway ? words.waiting : words[phase];
  return (
    <section
      ref={frame}
      aria-label={`${isReplay ? '回放' : '直播'}画面：${title}`}
      className="flex flex-col bg-black overflow-hidden"
    >
      {/* A poster is larger than its place at times: nothing of it stands over the controls. */}
      <div className="relative aspect-video min-h-0 overflow-hidden [:fullscreen>&]:(flex-1 aspect-auto)">
        {/* biome-ignore lint/a11y/useMediaCaption: captions come with the playlist */}
        <video
          ref={video}
          playsInline
          tabIndex={-1}
          poster={poster || undefined}
          className="absolute inset-0 w-full h-full object-contain"
          onClick={toggle}
        />
        {isSound && phase !== 'failed' && (
          <p className="absolute inset-0 grid place-content-center justify-items-center gap-2 m-0 bg-night text-night-text">
            <span className="i-lucide-audio-lines text-mark" aria-hidden="true" />
            只播放声音
          </p>
        )}
        {phase === 'failed' && (
          <div
            className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-4 bg-night text-white text-center"
            role="alert"
          >
            <p className="m-0">画面打不开：网络断开，或浏览器不支持这种视频。</p>
            <Button kind="plain" onClick={() => void player?.retry()}>
              重试
            </Button>
          </div>
        )}
        <p
          role="status"
          className={`absolute left-2 top-2 m-0 px-2 py-1 rounded bg-black/70 text-white text-small ${note ? '' : 'sr-only'}`}
        >
          {note ?? ''}
        </p>
        {isSilenced && phase === 'playing' && (
          <button
            type="button"
            className="absolute right-2 top-2 btn-plain !bg-black/70 !text-white !border-white/50"
            onClick={() => player?.unmute()}
          >
            <span className="i-lucide-volume-x" aria-hidden="true" />
            打开声音
          </button>
        )}
        <div className="absolute left-2 right-2 top-11 max-w-420px" aria-live="polite">
          {question && (
            <div className="px-3 py-2 rounded bg-black/75 text-white text-small">
              <p className="m-0">
                <b className="font-600">{question.name}</b> 问：{question.text}
              </p>
              {question.answer !== null && <p className="m-0 mt-1">答：{question.answer}</p>}
            </div>
          )}
        </div>
      </div>
      <Controls
        video={video}
        player={player}
        state={state}
        replay={replay}
        hasSound={hasSound}
        hasWords={hasWords}
        onWords={setWords}
        onToggle={toggle}
        onWhole={() => frame.current && void showWhole(frame.current, video.current)}
      />
    </section>
  );
}

const keys: Record<string, 'toggle' | 'mute' | 'full'> = {
  ' ': 'toggle',
  k: 'toggle',
  m: 'mute',
  M: 'mute',
  f: 'full',
  F: 'full',
};

interface Whole extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** The whole screen, or back; a phone of Apple's shows the video alone. */
async function showWhole(frame: HTMLElement, video: Whole | null): Promise<void> {
  try {
    if (document.fullscreenElement !== null) await document.exitFullscreen();
    else if (frame.requestFullscreen) await frame.requestFullscreen();
    else video?.webkitEnterFullscreen?.();
  } catch {
    // Refused by the browser: the picture stays as it is.
  }
}
