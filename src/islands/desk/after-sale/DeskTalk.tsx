import { useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { PictureBox } from '#islands/ui/files/PictureBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { talkAtDesk, uploadForCase } from '#lib/client/stores/desk/after-sale.ts';
import type { DeskAfterSaleDetail } from '#lib/contract/after-sale/desk-schema.ts';
import type { FileWire } from '#lib/contract/files/schema.ts';
import { maxCasePictures } from '#lib/rules/orders/after-sale.ts';

/** A word to the buyer, with pictures. */
export function DeskTalk({ id, onDone }: { id: number; onDone: (found: DeskAfterSaleDetail) => void }) {
  const token = useRef<string>(undefined);
  const [files, setFiles] = useState<readonly FileWire[]>([]);
  const { form, field, errors, isBusy } = useForm({
    names: ['text', 'pictures'],
    check: ({ text }) => (text.trim() === '' ? { text: '请填写留言' } : {}),
    send({ text }) {
      token.current ??= newKey();
      const pictures = files.map((file) => file.id);
      return talkAtDesk({ id, text: text.trim(), pictures, token: token.current });
    },
    onSent: onDone,
  });
  // Another word is another note.
  const forget = () => {
    token.current = undefined;
  };
  return (
    <form {...form} className="grid gap-3 p-3 md:p-4 border-t border-t-solid border-line" onChange={forget}>
      <TextArea label="留言（买家会看到）" maxLength={500} {...field('text')} />
      <PictureBox
        files={files}
        most={maxCasePictures}
        hint="买家、商家和平台可见"
        error={errors.pictures}
        upload={(file) => uploadForCase(id, file)}
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
