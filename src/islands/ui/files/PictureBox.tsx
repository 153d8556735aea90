import { maxUploadBytes } from '#lib/contract/constants.ts';
import type { FileWire } from '#lib/contract/files.ts';
import { FilePicker } from './FilePicker.tsx';
import { UploadList } from './UploadList.tsx';
import { type SendFile, useUploads } from './use-uploads.ts';

interface Props {
  files: readonly FileWire[];
  /** Most pictures of one form. */
  most: number;
  /** Who may see them. */
  hint: string;
  error?: string | undefined;
  /** Uploads one picture and returns the stored file. */
  upload: (...sent: Parameters<SendFile>) => Promise<FileWire>;
  /** Changes the form's pictures; duplicates are dropped. */
  onChange: (change: (files: readonly FileWire[]) => FileWire[]) => void;
}

const rules = {
  endings: ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif'],
  types: ['image/*'],
  maxBytes: maxUploadBytes,
};

/** Pictures of a form: uploaded at once, shown small, removed by a click, named by the form. */
export function PictureBox({ files, most, hint, error, upload, onChange }: Props) {
  const uploads = useUploads(async (file, options) => {
    const saved = await upload(file, options);
    onChange((now) => [...now.filter(({ id }) => id !== saved.id), saved]);
  });
  // Uploaded ones are shown as pictures already.
  const onWay = { ...uploads, list: uploads.list.filter(({ state }) => state !== 'done') };
  const room = most - files.length;
  return (
    <div className="border border-dashed border-line-strong rounded">
      <FilePicker
        title="拖放图片"
        label="选择图片"
        button="上传图片"
        hint={`最多${most}张，每张不超过10 MB，${hint}`}
        rules={{ ...rules, maxCount: Math.max(room, 1) }}
        isDisabled={room <= 0}
        onFiles={uploads.add}
      >
        {files.length > 0 && (
          <ul className="flex flex-wrap gap-2" aria-label="已上传的图片">
            {files.map((file) => (
              <li key={file.id} className="grid justify-items-center gap-1 w-88px">
                <img
                  src={file.url}
                  alt={file.name}
                  className="w-88px h-88px object-cover rounded border border-solid border-line"
                />
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`移除${file.name}`}
                  onClick={() => onChange((now) => now.filter(({ id }) => id !== file.id))}
                >
                  <span className="i-lucide-trash-2 text-title" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <UploadList uploads={onWay} label="正在上传的图片" />
      </FilePicker>
      {error && (
        <p role="alert" className="px-3 pb-2 text-small text-price">
          {error}
        </p>
      )}
    </div>
  );
}
