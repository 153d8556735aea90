/** The kind of a file by its content: its name and the sender's declaration do not count. */
import { type FileKind, kindOf } from '../../engines/pictures/first-bytes.ts';
import { FileError } from './limits.ts';
import { objectStreams } from './pdf-streams.ts';
import { unescaped } from './pdf-values.ts';

/** How much of a file's end is searched, and how far from its start PDF readers look for its header. */
const tailBytes = 66_000;
const headBytes = 1_024;

/** Throws FileError for a kind that is not accepted, and for a file that is of two kinds at once. */
export function findKind(bytes: Buffer): FileKind {
  if (bytes.byteLength === 0) throw new FileError('是空文件，请重新选择');
  const kind = kindOf(bytes);
  if (kind === null) throw new FileError('的格式不支持，请上传 JPG、PNG、WebP、HEIC 图片或 PDF');
  if (isTwofold(bytes, kind)) throw new FileError('同时含有另一种格式的内容，请重新拍照或导出后上传');
  if (kind === 'pdf') refuseActive(bytes);
  return kind;
}

/** An archive, a page or a PDF hidden in what looks like another file. */
function isTwofold(bytes: Buffer, kind: FileKind): boolean {
  const tail = bytes.subarray(-tailBytes);
  // The end of a ZIP's directory.
  if (tail.includes(Buffer.from('504b0506', 'hex'))) return true;
  if (kind !== 'pdf') return bytes.subarray(0, headBytes).includes('%PDF-');
  const end = bytes.lastIndexOf('%%EOF');
  // Some programs leave a few blank bytes after the end; nothing else may be there.
  return end < 0 || /[^\s\0]/.test(bytes.subarray(end + 5).toString('latin1'));
}

/** Actions of a PDF, embedded files, and forms that run scripts. */
const active =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE|GoToR|XFA|Rendition|Movie|Sound)\b/;
/** Actions on opening the file or a page; a jump to a page of the file itself is harmless. */
const opening = /\/(?:OpenAction|AA)[\0\s]*(?:<<|\d+\s+\d+\s+R)/;
/** An action that opens a web address. A link of a page is harmless until it is pressed. */
const address = /\/S[\0\s]*\/URI\b/;
/** Includes what follows: so short a name occurs by chance in pictures. */
const script = /\/JS[\0\s]?[(<%\d]/;
/** Not `/EncryptMetadata`. */
const encrypted = /\/Encrypt[\0\s]?[<%\d]/;

/**
 * Refuses a PDF with actions on opening or embedded files: it is passed on unchanged. Object streams are searched too;
 * an encrypted PDF hides them, even one that opens without a password.
 */
function refuseActive(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  const plain = unescaped(text);
  if (encrypted.test(plain)) throw new FileError('已加密，请取消密码和权限限制后上传');
  // The action may be in another part than its trigger.
  let [opens, leads] = [false, false];
  for (const part of partsOf(bytes, text, plain)) {
    refuseNames(part);
    opens ||= opening.test(part);
    leads ||= address.test(part);
  }
  if (opens && leads) throw actsByItself();
}

/** The file itself, then each of its object streams: one at a time is in memory. */
function* partsOf(bytes: Buffer, text: string, plain: string): Generator<string> {
  yield plain;
  for (const content of objectStreams(bytes, text)) yield unescaped(content.toString('latin1'));
}

function actsByItself(): FileError {
  return new FileError('含有脚本或附件，请另存为普通 PDF 或拍照上传');
}

function refuseNames(text: string): void {
  if (active.test(text) || script.test(text)) throw actsByItself();
}
