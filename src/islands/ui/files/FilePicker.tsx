import { type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonKind } from '../Button.tsx';
import { checkFiles, type FileRules } from './check-files.ts';
import { isLargePicture, shrinkPictures } from './shrink-picture.ts';
import { useFileDrop } from './use-file-drop.ts';

interface Props {
  /** Names the place on which files are dropped. */
  title: string;
  /** Names the files that are wanted. */
  label: string;
  /** The button's text. */
  button: string;
  /** Emphasizes the next step. */
  kind?: ButtonKind;
  icon?: string;
  hint: string;
  rules: FileRules;
  isDisabled?: boolean;
  /** Files that were dropped, chosen or pasted and that the rules take. */
  onFiles: (files: File[]) => void;
  /** A text that was dropped in place of a file. */
  onText?: (text: string) => void;
  /** Reports elsewhere why files were refused; by default the picker does. An empty list: all were accepted. */
  onRefused?: (sentences: readonly string[]) => void;
  /** Text shown above the button in the drop zone. */
  children?: ReactNode;
  /** Content before the button. */
  actions?: ReactNode;
}

/**
 * Files from the disk: dropped on it, pasted into it, or chosen by its button. Large pictures are shrunk, then type and
 * size are looked at before the files are handed on. Where they are sent one after the other, `useUploads()` sends them and `<UploadList>` shows how far.
 */
export function FilePicker(props: Props) {
  const { rules, onFiles, onRefused } = props;
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [isShrinking, setShrinking] = useState(false);
  const picker = useRef<HTMLInputElement>(null);

  async function shrinkAndTake(files: readonly File[]) {
    setShrinking(true);
    const shrunk = await shrinkPictures(files);
    setShrinking(false);
    takeAsTheyAre(shrunk);
  }

  function take(files: readonly File[]) {
    if (props.isDisabled || isShrinking) return;
    if (!rules.isSentWhole && files.some(isLargePicture)) void shrinkAndTake(files);
    else takeAsTheyAre(files);
  }

  function takeAsTheyAre(files: readonly File[]) {
    const checked = checkFiles(files, rules);
    if (onRefused) onRefused(checked.refused);
    else setRefused(checked.refused);
    if (checked.taken.length > 0) onFiles(checked.taken);
  }
  const { isOver, zone } = useFileDrop({ onFiles: take, onText: props.onText });

  return (
    <section
      {...zone}
      aria-label={props.title}
      className={`grid gap-3 p-3 md:p-4 ${isOver ? 'bg-primary-wash' : ''}`}
    >
      {props.children}
      <div className="flex flex-wrap items-center gap-3">
        {props.actions}
        <Button
          kind={props.kind ?? 'plain'}
          // It keeps the focus while a file is being sent.
          aria-disabled={props.isDisabled || isShrinking || undefined}
          onClick={() => !props.isDisabled && picker.current?.click()}
        >
          <span className={`${props.icon ?? 'i-lucide-upload'} text-title`} aria-hidden="true" />
          {isShrinking ? '正在压缩图片…' : props.button}
        </Button>
        <span className="text-note text-ink-2">{props.hint}</span>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={props.label}
          accept={[...rules.endings, ...(rules.types ?? [])].join(',')}
          multiple={(rules.maxCount ?? 1) > 1}
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            // The same file may be chosen again after it was mended.
            event.target.value = '';
          }}
        />
      </div>
      {refused.length > 0 && (
        <div role="alert" className="text-small text-price">
          <ul>
            {refused.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
