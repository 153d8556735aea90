/** The seal that a merchant shows on its contracts, at its desk (rules 20). */
import { z } from 'zod';
import { get, post } from '../call.ts';
import { emptyInput, flagOut } from '../fields.ts';
import { upload } from '../uploads.ts';

/** The version that the person has seen, 0 for none. */
const version = z.coerce.number({ error: '版本不正确' }).int({ error: '版本不正确' });

const ownSeal = z.object({
  /** 0: none was ever set. */
  version: z.number().int(),
  /** A data address of the picture that is valid now; empty while the seal is drawn. */
  picture: z.string(),
  /** The last versions, the newest first. */
  versions: z.array(
    z.object({
      version: z.number().int(),
      /** 1: the seal is drawn from then on. */
      is_drawn: flagOut,
      /** Name of the file. */
      name: z.string(),
      set_by: z.string(),
      set_at: z.string(),
    }),
  ),
});
export type OwnSealWire = z.infer<typeof ownSeal>;

const setInput = z.object({ file: upload('请选择合同印章的图片'), version });
export type SetOwnSealInput = z.input<typeof setInput>;

export const ownSealCalls = {
  contractSeal: get('/api/desk/contract-seal', {
    who: 'merchant',
    may: 'contracts',
    input: emptyInput,
    output: ownSeal,
  }),
  setContractSeal: post('/api/desk/contract-seal', {
    who: 'merchant',
    may: 'contracts',
    cost: 'upload',
    input: setInput,
    output: ownSeal,
  }),
  dropContractSeal: post('/api/desk/contract-seal/drop', {
    who: 'merchant',
    may: 'contracts',
    input: z.object({ version }),
    output: ownSeal,
  }),
};
