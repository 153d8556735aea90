import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { checkFiles, sizeText } from '#islands/ui/files/check-files.ts';
import { isLargePicture, shrinkPictures } from '#islands/ui/files/shrink-picture.ts';
import { useFileDrop } from '#islands/ui/files/use-file-drop.ts';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { maxChatFiles } from '#lib/contract/chat/limits.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { maxMessageText } from '#lib/rules/chat/text.ts';

/** The box for its parent, which writes canned answers into it. */
export interface ComposerBox {
  text: string;
  setText: (text: string) => void;
  focus: () => void;
}

interface Props {
  ref?: Ref<ComposerBox>;
  /** Text that was left unsent before. */
  initialText?: string;
  /** It takes the focus when it appears. */
  startsFocused?: boolean;
  /** The quoted message; null for none. */
  quote: { name: string; text: string } | null;
  onDropQuote: () => void;
  onSend: (text: string, files: readonly File[]) => void;
  /** Called at each change of the text. */
  onText: (text: string) => void;
  /** The first to see a key; true where it was used. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>, key: string) => boolean;
  /** Further buttons beside the one for files. */
  tools?: ReactNode;
  /** Content above the box: a list of canned answers. */
  children?: ReactNode;
}

const rules = {
  endings: ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif', '.pdf'],
  types: ['image/*', 'application/pdf'],
  maxBytes: maxUploadBytes,
};

/** The box of a talk: Enter sends, Shift+Enter begins a line; files are chosen, pasted or dropped. */
export function Composer({
  ref,
  initialText = '',
  startsFocused = false,
  quote,
  onSend,
  onText,
  ...props
}: Props) {
  const [text, setText] = useState(initialText);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const length = text.trim().length;

  function write(next: string) {
    setText(next);
    onText(next);
  }
  useEffect(() => {
    if (startsFocused) box.current?.focus();
  }, []);
  useImperativeHandle(ref, () => ({ text, setText: write, focus: () => box.current?.focus() }));

  async function take(chosen: readonly File[]) {
    const shrunk = chosen.some(isLargePicture) ? await shrinkPictures(chosen) : chosen;
    const room = maxChatFiles - files.length;
    const checked = checkFiles(shrunk, { ...rules, maxCount: Math.max(room, 0) });
    setRefused(checked.refused);
    setFiles((now) => [...now, ...checked.taken].slice(0, maxChatFiles));
  }
  const { isOver, zone } = useFileDrop({ onFiles: (chosen) => void take(chosen), onText: undefined });

  function send() {
    box.current?.focus();
    if ((length === 0 && files.length === 0) || length > maxMessageText) return;
    onSend(text.trim(), files);
    write('');
    setFiles([]);
    setRefused([]);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const key = pressedKey(event);
    if (props.onKey?.(event, key)) return;
    if (key === 'Escape' && quote !== null) {
      event.preventDefault();
      props.onDropQuote();
    }
    if (key !== 'Enter' || event.shiftKey || event.altKey) return;
    event.preventDefault();
    send();
  }

  return (
    <section
      {...zone}
      aria-label="写消息"
      className={`flex-none grid gap-1 px-2 pt-1.5 pb-[max(6px,env(safe-area-inset-bottom))] border-t border-t-solid border-line ${isOver ? 'bg-primary-wash' : 'bg-card'}`}
    >
      {props.children}
      {quote && (
        <p className="flex items-center gap-2 pl-2 border-l-2 border-l-solid border-primary text-small text-ink-2">
          <span className="flex-1 min-w-0 truncate">
            引用 {quote.name}：{quote.text}
          </span>
          <RemoveButton label="取消引用" onPress={props.onDropQuote} />
        </p>
      )}
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label="要发送的文件">
          {files.map((file, at) => (
            <li
              key={`${file.name} ${file.lastModified} ${file.size}`}
              className="flex items-center gap-1 max-w-full pl-2 rounded border border-solid border-line text-small"
            >
              <span className="truncate">{file.name}</span>
              <span className="text-note text-ink-2 num whitespace-nowrap">{sizeText(file.size)}</span>
              <RemoveButton
                label={`移除${file.name}`}
                onPress={() => setFiles((now) => now.filter((_, place) => place !== at))}
              />
            </li>
          ))}
        </ul>
      )}
      {(refused.length > 0 || length > maxMessageText) && (
        <p role="alert" className="text-note text-price-ink">
          {length > maxMessageText
            ? `一条消息最多${maxMessageText}个字，现在${length}个字，请分开发送`
            : refused.join('；')}
        </p>
      )}
      <div className="flex items-end gap-1.5">
        <button
          type="button"
          className="icon-button flex-none w-touch h-touch"
          aria-label="添加图片或文件"
          onClick={() => picker.current?.click()}
        >
          <span className="i-lucide-image-plus text-large" aria-hidden="true" />
        </button>
        {props.tools}
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          aria-label="选择图片或文件"
          accept={[...rules.endings, ...rules.types].join(',')}
          onChange={(event) => {
            void take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <textarea
          ref={box}
          rows={1}
          value={text}
          aria-label="消息内容"
          placeholder="输入消息，回车发送"
          enterKeyHint="send"
          className="input flex-1 min-w-0 min-h-touch max-h-120px py-2.5 resize-none [field-sizing:content] text-title md:text-body"
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          className="flex-none h-touch"
          aria-disabled={(length === 0 && files.length === 0) || length > maxMessageText || undefined}
          onClick={send}
        >
          发送
        </Button>
      </div>
    </section>
  );
}

function RemoveButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button type="button" className="icon-button flex-none" aria-label={label} onClick={onPress}>
      <span className="i-lucide-x text-title" aria-hidden="true" />
    </button>
  );
}
