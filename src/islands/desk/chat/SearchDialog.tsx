import { useState } from 'react';
import { ChatSearch } from '#islands/chat/kit/ChatSearch.tsx';
import { Check } from '#islands/ui/Check.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { deskChat } from '#lib/client/stores/desk/chat.ts';

interface Props {
  /** The open talk, in which alone may be searched; 0 for none. */
  talk: number;
  onClose: () => void;
  onShow: (talk: number, seq: number) => void;
}

/** Messages by a word, in the open talk or in all talks of the desk. */
export function SearchDialog({ talk, onClose, onShow }: Props) {
  const [isHere, setHere] = useState(talk > 0);
  return (
    <Dialog title="查找消息" open width="wide" isTall onClose={onClose}>
      {talk > 0 && (
        <label className="inline-flex items-center gap-2 mb-2 text-small">
          <Check type="checkbox" checked={isHere} onPick={setHere} />
          只在当前会话
        </label>
      )}
      <ChatSearch side={deskChat} talk={isHere ? talk : 0} onChoose={onShow} onClose={onClose} />
    </Dialog>
  );
}
