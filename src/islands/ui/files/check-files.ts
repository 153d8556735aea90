/** The files that a field accepts. */
export interface FileRules {
  /** Endings with their dot, in small letters. */
  endings: readonly string[];
  /** Media types, by which the pickers of phones choose what they show. */
  types?: readonly string[];
  maxBytes: number;
  /** Large pictures are not shrunk: as a JPEG they would lose what is transparent. */
  isSentWhole?: boolean;
  /** At once; without it one. */
  maxCount?: number;
}

interface CheckedFiles<One> {
  taken: One[];
  /** A sentence for each that is not taken, and one for those that are too many. */
  refused: string[];
}

/** Which files a field accepts, and why not the others. The name decides; the server checks the content. */
export function checkFiles<One extends Pick<File, 'name' | 'size'>>(
  files: readonly One[],
  rules: FileRules,
): CheckedFiles<One> {
  const { maxCount = 1 } = rules;
  const refused: string[] = [];
  const sound = files.filter((file) => {
    const reason = refusalOf(file, rules);
    if (reason !== null) refused.push(reason);
    return reason === null;
  });
  if (sound.length > maxCount)
    refused.push(`一次最多选择${maxCount}个文件，其余${sound.length - maxCount}个未加入`);
  return { taken: sound.slice(0, maxCount), refused };
}

function refusalOf({ name, size }: Pick<File, 'name' | 'size'>, rules: FileRules): string | null {
  if (!rules.endings.some((ending) => name.toLowerCase().endsWith(ending)))
    return `“${name}”的格式不支持，请选择${endingsText(rules.endings)}文件`;
  if (size === 0) return `“${name}”是空文件，请重新选择`;
  if (size > rules.maxBytes) return `“${name}”超过${sizeText(rules.maxBytes)}，请缩小后再选`;
  return null;
}

/** CSV、XLSX */
export function endingsText(endings: readonly string[]): string {
  return endings.map((ending) => ending.slice(1).toUpperCase()).join('、');
}

/** 1.5 MB, 320 KB */
export function sizeText(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${Number((bytes / 1024 / 1024).toFixed(1))} MB`;
}
