/**
 * loading: nothing yet. playing. paused: by the viewer. stalled: it waits for bytes. waiting: nobody sends a picture.
 * ended. failed: the poster with a sentence.
 */
export type PicturePhase = 'loading' | 'playing' | 'paused' | 'stalled' | 'waiting' | 'ended' | 'failed';

export interface PictureState {
  phase: PicturePhase;
  /** Only the sound is played. */
  isSound: boolean;
  /** The browser allowed the picture without its sound alone. */
  isSilenced: boolean;
  /** It stood still again and again, or the network says that it is poor. */
  isPoor: boolean;
  hasWords: boolean;
}

export const firstState: PictureState = {
  phase: 'loading',
  isSound: false,
  isSilenced: false,
  isPoor: false,
  hasWords: false,
};
