/** Short tones for a person who does not look at the screen. */

/** Hertz and seconds: accepted is short and high, refused long and low; message is a new one in a talk. */
const tones = {
  accepted: { pitch: 1_320, length: 0.09 },
  refused: { pitch: 196, length: 0.45 },
  message: { pitch: 880, length: 0.15 },
} as const;

let audio: AudioContext | null = null;

/** Plays a tone; without a device for sound nothing happens. */
export function playTone(kind: keyof typeof tones): void {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const { pitch, length } = tones[kind];
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = kind === 'refused' ? 'square' : 'sine';
  tone.frequency.value = pitch;
  // A tone that is cut off clicks.
  volume.gain.setValueAtTime(0.2, audio.currentTime);
  volume.gain.linearRampToValueAtTime(0, audio.currentTime + length);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + length);
}
