/** HLS by hls.js, where the browser has none that tells its clock. */
import type HlsClass from 'hls.js';
import type { Fault } from './ladder.ts';
import { timeAt } from './picture-time.ts';

type Config = ConstructorParameters<typeof HlsClass>[0];

const liveConfig: Config = {
  // Three segments behind the edge: six seconds of ours, more where an encoder has rare key frames.
  liveSyncDurationCount: 3,
  liveMaxLatencyDurationCount: 5,
  maxLiveSyncPlaybackRate: 1.05,
  backBufferLength: 30,
  maxBufferLength: 20,
  // The content policy allows no worker from a blob, and segments are small.
  enableWorker: false,
};

export interface HlsPicture {
  /** The moment that is shown, ms; null while unknown. */
  clock: () => number | null;
  /** The time of the video at a moment (ms), s; null while unknown. */
  timeOf: (at: number) => number | null;
  /** Where a live picture should be, s; null while unknown. */
  edge: () => number | null;
  /** Seconds behind the edge; 0 while unknown. */
  behind: () => number;
  /** The most seconds behind the edge that its segments explain; 0 while unknown. */
  mostBehind: () => number;
  /** Loads on after a pause of the loading. */
  load: () => void;
  /** Begins the decoder anew. */
  recover: () => void;
  showWords: (isOn: boolean) => void;
  close: () => void;
}

interface Opening {
  source: string;
  isReplay: boolean;
  /** The tracks of captions are known. */
  onWords: (hasWords: boolean) => void;
  onReady: () => void;
  /** A playlist of a live picture was loaded: its end may have moved. */
  onEdge: () => void;
  /** There is no such picture now. */
  onMissing: () => void;
  onFault: (fault: Fault) => void;
}

/** Opens a source in a video element. `Hls.isSupported` is the caller's to ask. */
export function hlsPicture(
  Hls: typeof HlsClass,
  video: HTMLVideoElement,
  { source, isReplay, ...events }: Opening,
): HlsPicture {
  const hls = new Hls(isReplay ? { enableWorker: false } : liveConfig);
  let isClosed = false;
  hls.on(Hls.Events.MANIFEST_PARSED, () => events.onReady());
  hls.on(Hls.Events.LEVEL_UPDATED, () => events.onEdge());
  hls.on(Hls.Events.SUBTITLE_TRACKS_UPDATED, (_, { subtitleTracks }) =>
    events.onWords(subtitleTracks.length > 0),
  );
  hls.on(Hls.Events.ERROR, (_, { fatal, type, response }) => {
    if (!fatal || isClosed) return;
    if (response?.code === 404) events.onMissing();
    else if (type === Hls.ErrorTypes.MEDIA_ERROR) events.onFault('media');
    else events.onFault(type === Hls.ErrorTypes.NETWORK_ERROR ? 'network' : 'other');
  });
  hls.loadSource(source);
  hls.attachMedia(video);
  return {
    clock: () => hls.playingDate?.getTime() ?? null,
    timeOf: (at) => timeAt(hls, at),
    edge: () => hls.liveSyncPosition,
    behind: () => hls.latency ?? 0,
    mostBehind: () => hls.maxLatency,
    load: () => hls.startLoad(),
    recover: () => hls.recoverMediaError(),
    showWords: (isOn) => {
      hls.subtitleDisplay = isOn;
    },
    close: () => {
      isClosed = true;
      hls.destroy();
    },
  };
}
