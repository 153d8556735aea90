import { useRef, useState } from 'react';
import { Check } from '#islands/ui/Check.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { UploadList } from '#islands/ui/files/UploadList.tsx';
import { useUploads } from '#islands/ui/files/use-uploads.ts';
import { savePaper, uploadFile } from '#lib/client/stores/papers.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { maxPaperFiles, maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError, firstMessages } from '#lib/contract/errors.ts';
import type { PaperFileWire, PaperWire, Zizhi } from '#lib/contract/papers.ts';
import { bearsNumber, type PaperKind } from '#lib/rules/companies/qualification.ts';
import { Camera } from './Camera.tsx';
import { FileThumb } from './FileThumb.tsx';

interface Props {
  kind: PaperKind;
  name: string;
  /** The current draft, or the returned version. */
  open: PaperWire | null;
  onChange: (zizhi: Zizhi) => void;
}

const rules = {
  endings: ['.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif', '.pdf'],
  types: ['image/*', 'application/pdf'],
  maxBytes: maxUploadBytes,
  maxCount: maxPaperFiles,
};

interface Draft {
  number: string;
  valid_from: string;
  valid_to: string;
  is_long: 0 | 1;
  files: PaperFileWire[];
}

function draftOf(open: PaperWire | null): Draft {
  if (open === null) return { number: '', valid_from: '', valid_to: '', is_long: 0, files: [] };
  const { number, valid_from, valid_to, is_long, files } = open;
  return { number, valid_from, valid_to, is_long: is_long === 1 ? 1 : 0, files };
}

/** A document being edited; every step is saved at once. */
export function PaperForm({ kind, name, open, onChange }: Props) {
  const [draft, setDraft] = useState(() => draftOf(open));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [said, setSaid] = useState('');
  const latest = useRef(draft);
  /** The server's state as text; null while that is unknown. */
  const saved = useRef<string | null>(JSON.stringify(draft));

  function put(change: Partial<Draft>) {
    latest.current = { ...latest.current, ...change };
    setDraft(latest.current);
  }

  /** Saves changes: leaving an unchanged field writes nothing. */
  async function save(change: Partial<Draft> = {}): Promise<void> {
    put(change);
    let sent = JSON.stringify(latest.current);
    if (sent === saved.current) return;
    saved.current = null;
    setSaid('正在保存…');
    try {
      const zizhi = await savePaper(kind, () => {
        sent = JSON.stringify(latest.current);
        const { files, ...fields } = latest.current;
        return { ...fields, files: files.map(({ id, rotation }) => ({ id, rotation })) };
      });
      saved.current = sent;
      onChange(zizhi);
      setErrors({});
      // Input made meanwhile is not saved yet.
      if (JSON.stringify(latest.current) === sent) setSaid('已保存');
    } catch (error) {
      setSaid('');
      if (error instanceof AppError && error.code === 422) setErrors(firstMessages(error.data));
      else react(error);
    }
  }

  const uploads = useUploads(async (file, options) => {
    const made = await uploadFile(file, options);
    const known = latest.current.files.filter(({ id }) => id !== made.id);
    await save({ files: [...known, { ...made, rotation: 0 }] });
  });
  const room = maxPaperFiles - draft.files.length;
  const onWay = { ...uploads, list: uploads.list.filter(({ state }) => state !== 'done') };

  function change(id: number, work: (files: PaperFileWire[], at: number) => PaperFileWire[]) {
    const { files } = latest.current;
    void save({
      files: work(
        [...files],
        files.findIndex((file) => file.id === id),
      ),
    });
  }

  return (
    <div className="grid gap-3 p-3 md:p-4">
      {open !== null && open.reason !== '' && (
        <p className="px-3 py-2 rounded bg-price-wash text-price-ink text-small">退回原因：{open.reason}</p>
      )}
      <div className="grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto] items-start">
        <Field
          label="证件编号"
          hint={bearsNumber(kind) ? undefined : '没有编号的可以不填'}
          value={draft.number}
          maxLength={60}
          error={errors.number}
          onChange={(event) => put({ number: event.target.value })}
          onBlur={() => void save()}
        />
        <Field
          label="有效期起"
          type="date"
          value={draft.valid_from}
          error={errors.valid_from}
          onChange={(event) => put({ valid_from: event.target.value })}
          onBlur={() => void save()}
        />
        <Field
          label="有效期至"
          type="date"
          value={draft.is_long === 1 ? '' : draft.valid_to}
          disabled={draft.is_long === 1}
          error={errors.valid_to}
          onChange={(event) => put({ valid_to: event.target.value })}
          onBlur={() => void save()}
        />
        <label className="inline-flex items-center gap-2 h-control sm:mt-7 cursor-pointer whitespace-nowrap">
          <Check
            type="checkbox"
            checked={draft.is_long === 1}
            onPick={(isOn) => void save({ is_long: isOn ? 1 : 0 })}
          />
          长期
        </label>
      </div>
      {draft.files.length > 0 && (
        <ul className="flex flex-wrap gap-3" aria-label={`${name}的文件`}>
          {draft.files.map((file, at) => (
            <FileThumb key={file.id} file={file}>
              <div className="flex">
                <FileButton
                  icon="i-lucide-rotate-cw"
                  text={`旋转${file.name}`}
                  onPress={() =>
                    change(file.id, (files, found) =>
                      files.with(found, { ...file, rotation: (file.rotation + 90) % 360 }),
                    )
                  }
                />
                {at > 0 && (
                  <FileButton
                    icon="i-lucide-arrow-left"
                    text={`前移${file.name}`}
                    onPress={() =>
                      change(file.id, (files, found) => {
                        files.splice(found, 1);
                        return files.toSpliced(found - 1, 0, file);
                      })
                    }
                  />
                )}
                <FileButton
                  icon="i-lucide-trash-2"
                  text={`移除${file.name}`}
                  onPress={() => change(file.id, (files, found) => files.toSpliced(found, 1))}
                />
              </div>
            </FileThumb>
          ))}
        </ul>
      )}
      {errors.files && (
        <p role="alert" className="text-small text-price">
          {errors.files}
        </p>
      )}
      <div className="border border-dashed border-line-strong rounded">
        <FilePicker
          title={`拖放${name}的文件`}
          label={`选择${name}的文件`}
          button="选择文件"
          hint="图片或PDF，每个不超过10 MB，可拖到这里；一证多页可多选"
          rules={{ ...rules, maxCount: Math.max(room, 1) }}
          isDisabled={room <= 0}
          onFiles={(files) => uploads.add(files)}
          actions={<Camera name={name} isDisabled={room <= 0} onFiles={(files) => uploads.add(files)} />}
        />
      </div>
      <UploadList uploads={onWay} label={`${name}正在上传的文件`} />
      <p role="status" className="text-note text-ink-2 min-h-20px">
        {said}
      </p>
    </div>
  );
}

function FileButton({ icon, text, onPress }: { icon: string; text: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className="icon-button max-md:(w-touch h-touch)"
      aria-label={text}
      title={text}
      onClick={onPress}
    >
      <span className={`${icon} text-title`} aria-hidden="true" />
    </button>
  );
}
