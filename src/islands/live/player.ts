/**
 * Plays a room: by hls.js, which is loaded here alone, or by the browser's own HLS where that tells its clock (Safari).
 * It knows nothing of the page: what changes is told by `onChange`.
 */
import type HlsClass from 'hls.js';
import { type HlsPicture, hlsPicture } from './hls-picture.ts';
import { climbDown, type Fault, type Ladder, reloadAfter, topOfLadder } from './ladder.ts';
import { type Native, nativePicture } from './native-picture.ts';
import { isNetworkPoor } from './network.ts';
import { firstState, type PictureState } from './picture-state.ts';
import { Stops } from './stops.ts';

export interface Sources {
  picture: string;
  sound: string;
  /** Captions beside the picture; empty where it brings its own, or has none. */
  words: string;
}

export interface PlayerOptions {
  isReplay: boolean;
  onChange: (state: PictureState) => void;
  /** For tests. */
  loadHls?: () => Promise<typeof HlsClass>;
}

/** Behind the edge by more than this a live picture goes back to it, seconds; long segments keep it further behind. */
const mostBehind = 10;
/** Between two looks for a picture that nobody sends, ms. */
const waitMs = 3_000;

export class Player {
  private readonly video: HTMLVideoElement;
  private readonly sources: Sources;
  private readonly options: PlayerOptions;
  private hls: HlsPicture | undefined;
  private native: Native | undefined;
  private ladder: Ladder = topOfLadder;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stops = new Stops();
  private track: HTMLTrackElement | undefined;
  private isClosed = false;
  /** The viewer has stopped it. */
  private isHeld = false;
  private wantsWords = true;
  private state: PictureState = { ...firstState, isPoor: isNetworkPoor() };
  private readonly heard: [keyof HTMLMediaElementEventMap, () => void][];

  constructor(video: HTMLVideoElement, sources: Sources, options: PlayerOptions) {
    this.video = video;
    this.sources = sources;
    this.options = options;
    this.heard = [
      ['playing', () => this.tell({ phase: 'playing' })],
      ['pause', () => this.isHeld && this.tell({ phase: 'paused' })],
      ['waiting', () => this.noteStop()],
      ['ended', () => this.tell({ phase: 'ended' })],
      ['loadeddata', () => this.native !== undefined && this.tell({ hasWords: this.native.hasWords() })],
      ['error', () => this.native !== undefined && this.fault('media')],
    ];
    for (const [name, handle] of this.heard) video.addEventListener(name, handle);
    document.addEventListener('visibilitychange', this.comeBack);
    addEventListener('online', this.goOn);
  }

  private tell(change: Partial<PictureState>): void {
    if (this.isClosed) return;
    this.state = { ...this.state, ...change };
    this.options.onChange(this.state);
  }

  /** Opens the picture, or the sound alone. Called again it begins anew. */
  async open(): Promise<void> {
    this.drop();
    if (this.isClosed) return;
    this.stops.expect();
    // Each source has captions of its own, the sound none.
    this.tell({ phase: 'loading', hasWords: false });
    const source =
      this.state.isSound && this.sources.sound !== '' ? this.sources.sound : this.sources.picture;
    if (source === this.sources.picture) this.addWords();
    this.native = nativePicture(this.video);
    if (this.native !== undefined) {
      this.native.open(source);
      return this.play();
    }
    let Hls: typeof HlsClass;
    try {
      Hls = await (this.options.loadHls ?? loadHls)();
    } catch {
      return this.fault('network');
    }
    if (this.isClosed || this.hls !== undefined) return;
    if (!Hls.isSupported()) return this.tell({ phase: 'failed' });
    this.hls = hlsPicture(Hls, this.video, {
      source,
      isReplay: this.options.isReplay,
      onReady: () => void this.play(),
      onEdge: () => this.catchUp(),
      onWords: (hasWords) => {
        this.hls?.showWords(this.wantsWords);
        this.tell({ hasWords: hasWords || this.track !== undefined });
      },
      onMissing: () => this.wait(),
      onFault: (fault) => this.fault(fault),
    });
  }

  /** The track of an uploaded file; hls.js does not manage it. */
  private addWords(): void {
    if (this.sources.words === '') return;
    this.track = document.createElement('track');
    this.track.kind = 'captions';
    this.track.srclang = 'zh';
    this.track.label = '中文字幕';
    this.track.src = this.sources.words;
    this.video.append(this.track);
    this.track.track.mode = this.wantsWords ? 'showing' : 'hidden';
    this.tell({ hasWords: true });
  }

  /** The moment (ms) that is shown; null where the picture does not tell. */
  clock(): number | null {
    return this.native?.clock() ?? this.hls?.clock() ?? null;
  }

  async play(): Promise<void> {
    this.isHeld = false;
    try {
      await this.video.play();
      this.tell({ isSilenced: this.video.muted && this.state.isSilenced });
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || this.video.muted) return;
      // Without a press the browser plays silently alone.
      this.video.muted = true;
      this.tell({ isSilenced: true });
      await this.video.play().catch(() => {
        this.isHeld = true;
        this.tell({ phase: 'paused' });
      });
    }
  }

  pause(): void {
    this.isHeld = true;
    this.video.pause();
  }

  /** Goes on after a pause: a live picture at its edge. */
  async resume(): Promise<void> {
    if (this.state.phase === 'failed') return this.retry();
    this.toEdge();
    await this.play();
  }

  unmute(): void {
    this.video.muted = false;
    this.tell({ isSilenced: false });
  }

  async setSound(isSound: boolean): Promise<void> {
    this.ladder = topOfLadder;
    this.tell({ isSound, isPoor: false });
    await this.open();
  }

  showWords(isOn: boolean): void {
    this.wantsWords = isOn;
    this.hls?.showWords(isOn);
    for (const track of this.video.textTracks) track.mode = isOn ? 'showing' : 'hidden';
  }

  /** From the poster: everything from the beginning. */
  async retry(): Promise<void> {
    this.ladder = topOfLadder;
    this.tell({ isSound: false });
    await this.open();
  }

  /** Goes to a moment (ms) of a replay; false where the picture has none. */
  seek(at: number): boolean {
    const time = this.native?.timeOf(at) ?? this.hls?.timeOf(at) ?? null;
    if (time === null) return false;
    this.jump(time);
    return true;
  }

  close(): void {
    this.isClosed = true;
    this.drop();
    for (const [name, handle] of this.heard) this.video.removeEventListener(name, handle);
    document.removeEventListener('visibilitychange', this.comeBack);
    removeEventListener('online', this.goOn);
  }

  private drop(): void {
    clearTimeout(this.timer);
    this.hls?.close();
    this.hls = undefined;
    this.native?.close();
    this.native = undefined;
    this.track?.remove();
    this.track = undefined;
  }

  /** Nobody sends a picture: it is looked for again. */
  private wait(): void {
    this.drop();
    this.tell({ phase: 'waiting' });
    this.timer = setTimeout(() => void this.open(), waitMs);
  }

  private fault(fault: Fault): void {
    const { step, ladder } = climbDown(this.ladder, fault, Date.now());
    this.ladder = ladder;
    if (step === 'recover' && this.hls !== undefined) {
      this.hls.recover();
      void this.play();
      return;
    }
    // A picture from elsewhere has no sound of its own.
    if (step === 'poster' || (step === 'sound' && this.sources.sound === '')) {
      this.drop();
      this.tell({ phase: 'failed' });
      return;
    }
    if (step === 'sound') this.tell({ isSound: true });
    this.tell({ phase: 'stalled' });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.open(), step === 'reload' ? reloadAfter(ladder.reloaded) : 0);
  }

  private noteStop(): void {
    const isPoor = this.stops.note() || this.state.isPoor;
    this.tell({ phase: 'stalled', isPoor });
  }

  private jump(time: number): void {
    this.stops.expect();
    this.video.currentTime = time;
  }

  /** The position to seek to, s, where a live picture is too far behind; null where it is not. */
  private missedEdge(): number | null {
    const edge = this.hls?.edge() ?? this.native?.edge() ?? null;
    if (this.options.isReplay || edge === null) return null;
    const most = Math.max(mostBehind, this.hls?.mostBehind() ?? 0);
    return (this.hls?.behind() ?? 0) > most || edge - this.video.currentTime > most ? edge : null;
  }

  private toEdge(): void {
    const edge = this.missedEdge();
    if (edge !== null) this.jump(edge);
  }

  /**
   * A tab that stood still knows an old edge when it is shown again: it goes on to the new one. At the beginning and after a
   * pause hls.js and the viewer choose the place.
   */
  private catchUp(): void {
    const { phase } = this.state;
    if (this.isHeld || (phase !== 'playing' && phase !== 'stalled')) return;
    const edge = this.missedEdge();
    // A picture that falls behind again and again has a poor network: stops after this jump count.
    if (edge !== null) this.video.currentTime = edge;
  }

  /** A tab that was hidden may have stood still. */
  private readonly comeBack = (): void => {
    if (document.hidden || this.isHeld || this.state.phase === 'failed') return;
    this.hls?.load();
    this.toEdge();
    void this.play();
  };

  private readonly goOn = (): void => {
    if (this.state.phase === 'failed') void this.retry();
  };
}

async function loadHls(): Promise<typeof HlsClass> {
  return (await import('hls.js')).default;
}
