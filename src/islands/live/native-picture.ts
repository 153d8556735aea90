/** HLS of the browser itself, where it tells the clock of the picture (Safari). */

export interface Native {
  open: (source: string) => void;
  close: () => void;
  /** The moment that is shown, ms; null while unknown. */
  clock: () => number | null;
  /** The time of the video at a moment; null while unknown. */
  timeOf: (at: number) => number | null;
  /** The end of what can be played, some seconds before the true edge; null while unknown. */
  edge: () => number | null;
  /** Known once the picture is loaded. */
  hasWords: () => boolean;
}

interface Dated extends HTMLVideoElement {
  getStartDate: () => Date;
}

const isDated = (video: HTMLVideoElement): video is Dated =>
  'getStartDate' in video && typeof video.getStartDate === 'function';

/** Undefined where hls.js has to play. */
export function nativePicture(video: HTMLVideoElement): Native | undefined {
  if (video.canPlayType('application/vnd.apple.mpegurl') === '' || !isDated(video)) return undefined;
  const start = () => {
    const at = video.getStartDate().getTime();
    return Number.isNaN(at) ? null : at;
  };
  return {
    open: (source) => {
      video.src = source;
    },
    close: () => {
      video.removeAttribute('src');
      video.load();
    },
    clock: () => {
      const from = start();
      return from === null ? null : from + video.currentTime * 1000;
    },
    timeOf: (at) => {
      const from = start();
      return from === null ? null : Math.max(0, (at - from) / 1000);
    },
    edge: () => {
      const { seekable } = video;
      return seekable.length === 0 ? null : Math.max(0, seekable.end(seekable.length - 1) - 2);
    },
    hasWords: () => video.textTracks.length > 0,
  };
}
