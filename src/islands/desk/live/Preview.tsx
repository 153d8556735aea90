import { type RefObject, useEffect, useRef, useState } from 'react';
import type { PicturePhase } from '#islands/live/picture-state.ts';
import { Player } from '#islands/live/player.ts';
import { Button } from '#islands/ui/Button.tsx';

interface Props {
  title: string;
  /** The address of the playlist; empty where there is none. */
  playback: string;
  isReplay: boolean;
  /** Captions of the recording; empty for none. */
  words?: string;
  /** The player, for those who ask for its clock. */
  player?: RefObject<Player | null>;
}

const notes: Partial<Record<PicturePhase, string>> = {
  loading: '正在打开画面…',
  stalled: '网络不畅，正在缓冲…',
  waiting: '还没有画面，推流后自动播放',
  failed: '画面打不开',
};

/** The picture as viewers see it, without sound at first: the host hears the room already. */
export function Preview({ title, playback, isReplay, words = '', player }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const opened = useRef<Player>(null);
  const [phase, setPhase] = useState<PicturePhase>('loading');

  useEffect(() => {
    const element = video.current;
    if (element === null || playback === '') return;
    element.muted = true;
    const made = new Player(
      element,
      { picture: playback, sound: playback, words },
      { isReplay, onChange: (state) => setPhase(state.phase) },
    );
    opened.current = made;
    if (player) player.current = made;
    void made.open();
    return () => {
      made.close();
      opened.current = null;
      if (player) player.current = null;
    };
  }, [playback, isReplay, words, player]);

  const note = playback === '' ? '没有画面' : (notes[phase] ?? '');
  return (
    <div className="relative grid bg-black aspect-video overflow-hidden rounded">
      {/* biome-ignore lint/a11y/useMediaCaption: captions come with the playlist */}
      <video
        ref={video}
        aria-label={`${isReplay ? '录像' : '预览'}：${title}`}
        className="w-full h-full object-contain"
        playsInline
        controls
      />
      <p
        role="status"
        className={`absolute left-2 top-2 m-0 px-2 py-1 rounded bg-black/70 text-white text-small ${note === '' ? 'sr-only' : ''}`}
      >
        {note}
      </p>
      {phase === 'failed' && (
        <p className="absolute inset-0 grid place-content-center m-0">
          <Button kind="plain" onClick={() => void opened.current?.retry()}>
            重试
          </Button>
        </p>
      )}
    </div>
  );
}
