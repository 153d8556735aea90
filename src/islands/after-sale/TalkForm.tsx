import { useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { PictureBox } from '#islands/ui/files/PictureBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { talkAfterSale, uploadPicture } from '#lib/client/stores/after-sale/after-sale.ts';
import type { AfterSaleDetail } from '#lib/contract/after-sale/schema.ts';
import type { FileWire } from '#lib/contract/files/schema.ts';
import { maxCasePictures } from '#lib/rules/orders/after-sale.ts';

/** A word to the merchant and the platform, with pictures. */
export function TalkForm({ id, onDone }: { id: number; onDone: (found: AfterSaleDetail) => void }) {
  const token = useRef<string>(undefined);
  const [files, setFiles] = useState<readonly FileWire[]>([]);
  const { form, field, errors, isBusy } = useForm({
    names: ['text', 'pictures'],
    check: ({ text }) => (text.trim() === '' ? { text: '请填写留言' } : {}),
    send({ text }) {
      token.current ??= newKey();
      return talkAfterSale({
        id,
        text: text.trim(),
        pictures: files.map((file) => file.id),
        token: token.current,
      });
    },
    onSent: onDone,
  });
  return (
    <form
      {...form}
      className="grid gap-3 p-3 md:p-4 border-t border-t-solid border-line"
      onChange={() => {
        // Another text is another word.
        token.current = undefined;
      }}
    >
      <TextArea label="留言" maxLength={500} {...field('text')} />
      <PictureBox
        files={files}
        most={maxCasePictures}
        hint="仅您的企业、商家和平台可见"
        error={errors.pictures}
        upload={uploadPicture}
        onChange={setFiles}
      />
      <div>
        <Button type="submit" kind="plain" busy={isBusy}>
          发送留言
        </Button>
      </div>
    </form>
  );
}
