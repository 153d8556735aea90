/** Archives that a person chose: names of any system, nothing of what systems add, one file at a time. */
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { listPacked } from '#lib/client/zip.ts';

test('names of Windows are read, folders and files of a Mac left out, and a file is unpacked alone', async () => {
  // 报告 in GBK, as an archive without the mark of UTF-8 has it.
  const gbk = String.fromCharCode(0xb1, 0xa8, 0xb8, 0xe6);
  const archive = zipSync({
    [`${gbk}/B-1.pdf`]: new TextEncoder().encode('one'),
    '批号/B-2.pdf': new TextEncoder().encode('two'),
    '__MACOSX/._B-2.pdf': new Uint8Array(1),
    '.DS_Store': new Uint8Array(1),
  });
  const found = await listPacked(new File([new Uint8Array(archive)], 'a.zip'));
  expect(found.map(({ name, bytes }) => [name, bytes])).toEqual(
    expect.arrayContaining([['批号/B-2.pdf', 3]]),
  );
  expect(found).toHaveLength(2);
  expect(new TextDecoder().decode(found.find(({ name }) => name.endsWith('B-2.pdf'))?.unpack())).toBe('two');
  await expect(listPacked(new File(['no archive'], 'a.zip'))).rejects.toThrow();
});
