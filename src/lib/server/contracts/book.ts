/** A contract as a PDF shows it (rules 20). */
import { roleText } from '#lib/rules/companies/roles.ts';
import { contractKinds } from '#lib/rules/contracts/kinds.ts';
import { dayKey, minuteKey } from '#lib/rules/terms/activity-time.ts';
import { env } from '../core/process/env.ts';
import type { Book } from '../engines/pdf/book.ts';
import { authorityText } from './drafts.ts';
import type { ContractRow, SignatureRow } from './rows.ts';

/**
 * The book of a contract: its facts, its text, and the seals of those who have signed; none for one that a provider seals.
 * With a picture, the first file of the book is that of the seller's seal.
 */
export function contractBook(
  contract: ContractRow,
  version: number,
  { signatures, hasPicture }: { signatures: readonly SignatureRow[]; hasPicture: boolean },
): Book {
  const name = contractKinds[contract.kind].text;
  const seal = (signature: SignatureRow) => ({
    field: signature.side,
    ...(hasPicture && signature.side === 'seller' && { file: 0 }),
    lines: [
      signature.party,
      env().DEMO ? '电子签章（演示，不具法律效力）' : '电子签章',
      `签署人：${signature.signer}${signature.side === 'buyer' ? `（${roleText(signature.role)}）` : ''}`,
      `签署时间：${minuteKey(signature.signedAt.getTime())}`,
      ...(signature.authority === null ? [] : [authorityText(signature.authority)]),
    ],
  });
  return {
    title: name,
    lines: [],
    isSingle: true,
    parts: [
      {
        kind: 'sheet',
        group: name,
        title: name,
        state: '',
        blocks: [
          {
            kind: 'pairs',
            pairs: [
              ['合同编号', contract.no],
              ['文本版本', `第${version}版`],
              ['生效日期', contract.validFrom ?? '签署完成之日'],
              ['到期日期', contract.validTo ?? ''],
            ],
          },
          { kind: 'lines', lines: contract.body.split('\n') },
          ...(signatures.length === 0
            ? []
            : [
                {
                  kind: 'seals' as const,
                  title: '签署',
                  seals: signatures.map(seal),
                  lines: [
                    `正文摘要（SHA-256）：${contract.bodyHash}`,
                    `签署完成：${contract.signedAt === null ? '' : dayKey(contract.signedAt.getTime())}。本文件含数字签名，可在“核验合同”页面上传核对，改动任何一处都不能通过。`,
                  ],
                },
              ]),
        ],
      },
    ],
  };
}
