import { useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { PictureBox } from '#islands/ui/files/PictureBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import type { FileWire } from '#lib/contract/files.ts';
import { maxCasePictures } from '#lib/rules/orders/after-sale.ts';

interface Props<Found> {
  /** Of the case. */
  id: number;
  label: string;
  /** Who will see the pictures. */
  hint: string;
  upload: Parameters<typeof PictureBox>[0]['upload'];
  send(word: { id: number; text: string; pictures: number[]; token: string }): Promise<Found>;
  onDone(found: Found): void;
}

/** A message in a case, with pictures. Unsent text stays when others write meanwhile. */
export function TalkForm<Found>({ onDone, ...props }: Props<Found>) {
  const [said, setSaid] = useState(0);
  return (
    <WordForm
      {...props}
      key={said}
      onDone={(found) => {
        setSaid(said + 1);
        onDone(found);
      }}
    />
  );
}

/** One message; submitted twice it is stored once. */
function WordForm<Found>({ id, label, hint, upload, send, onDone }: Props<Found>) {
  const token = useRef<string>(undefined);
  const [files, setFiles] = useState<readonly FileWire[]>([]);
  const { form, field, errors, isBusy } = useForm({
    names: ['text', 'pictures'],
    check: ({ text }) => (text.trim() === '' ? { text: '请填写留言' } : {}),
    send({ text }) {
      token.current ??= newKey();
      const pictures = files.map((file) => file.id);
      return send({ id, text: text.trim(), pictures, token: token.current });
    },
    onSent: onDone,
  });
  // Another text, or another picture, is another word.
  const forget = () => {
    token.current = undefined;
  };
  return (
    <form {...form} className="grid gap-3 p-3 md:p-4 border-t border-t-solid border-line" onChange={forget}>
      <TextArea label={label} maxLength={500} {...field('text')} />
      <PictureBox
        files={files}
        most={maxCasePictures}
        hint={hint}
        error={errors.pictures}
        upload={upload}
        onChange={(change) => {
          forget();
          setFiles(change);
        }}
      />
      <div>
        <Button type="submit" kind="plain" busy={isBusy}>
          发送留言
        </Button>
      </div>
    </form>
  );
}
