import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $hasSound, loadSound, setSound } from '#lib/client/stores/chat/sound.ts';

/** Switches the tone of new messages for this browser. */
export function SoundButton() {
  const isOn = useStore($hasSound);
  useEffect(loadSound, []);
  return (
    <button
      type="button"
      className="icon-button"
      aria-pressed={isOn}
      aria-label="新消息提示音"
      title={isOn ? '提示音已开' : '提示音已关'}
      onClick={() => setSound(!isOn)}
    >
      <span className={`${isOn ? 'i-lucide-bell-ring' : 'i-lucide-bell-off'} text-head`} aria-hidden="true" />
    </button>
  );
}
