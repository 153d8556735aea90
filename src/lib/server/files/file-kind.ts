/** What a file is, by its content: its name and what the sender says of it count for nothing. */
import { type FileKind, kindOf } from '../pictures/first-bytes.ts';
import { FileError } from './limits.ts';
import { objectStreams } from './pdf-streams.ts';
import { unescaped } from './pdf-values.ts';

/** How much of the end of a file is looked at, and how far from its start readers of PDF look for its head. */
const tailBytes = 66_000;
const headBytes = 1_024;

/** Throws FileError for a file of no kind that is taken, and for one that is of two kinds at once. */
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
  // Some programs leave a few blank bytes behind the end; nothing else has a right to be there.
  return end < 0 || /[^\s\0]/.test(bytes.subarray(end + 5).toString('latin1'));
}

/** What a PDF does when it is opened or pressed, files that it carries, and forms that run scripts. */
const active =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoToE|GoToR|XFA|Rendition|Movie|Sound)\b/;
/** What is done as soon as the file or a page is opened; a way to a page of the file itself is harmless. */
const opening = /\/(?:OpenAction|AA)[\0\s]*(?:<<|\d+\s+\d+\s+R)/;
/** An action that opens a web address. A link of a page is harmless until it is pressed. */
const address = /\/S[\0\s]*\/URI\b/;
/** With what follows it: so short a name comes up by chance in pictures. */
const script = /\/JS[\0\s]?[(<%\d]/;
/** Not `/EncryptMetadata`. */
const encrypted = /\/Encrypt[\0\s]?[<%\d]/;

/**
 * A PDF that does something when it is opened, or carries other files: it is passed on as it is. Looks into object
 * streams too; one that is encrypted hides them, also where it opens without a password.
 */
function refuseActive(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  const plain = unescaped(text);
  if (encrypted.test(plain)) throw new FileError('已加密，请取消密码和权限限制后上传');
  // The action may stand in another part than what starts it.
  let [opens, leads] = [false, false];
  for (const part of partsOf(bytes, text, plain)) {
    refuseNames(part);
    opens ||= opening.test(part);
    leads ||= address.test(part);
  }
  if (opens && leads) throw actsByItself();
}

/** The file itself, then each of its object streams: one at a time lies in memory. */
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
