/** A contract as pages show it, at both sides (rules 20). */
import { z } from 'zod';
import { id, text } from '../fields.ts';

export const contractRow = z.object({
  no: z.string(),
  kind: z.string(),
  kind_text: z.string(),
  merchant_id: z.number().int(),
  merchant: z.string(),
  state: z.string(),
  state_text: z.string(),
  valid_from: z.string(),
  valid_to: z.string(),
  signed_at: z.string(),
  created_at: z.string(),
  void_reason: z.string(),
  /** What it waits for at a signing provider; empty where it waits for none. */
  waits_text: z.string(),
  /** The provider at whose page the reader may sign now; empty: nowhere. */
  sign_at: z.string(),
  /** Address of the sealed PDF; empty before both have signed. */
  file_url: z.string(),
});
export type ContractRowWire = z.infer<typeof contractRow>;

export const contractNo = z.object({ no: text('合同编号', { min: 1, max: 40 }) });
export const contractIdInput = z.object({ id: id('合同编号') });

export const contractDetail = contractRow.extend({
  body: z.string(),
  body_hash: z.string(),
  version: z.number().int(),
  file_digest: z.string(),
  signatures: z.array(
    z.object({
      side: z.string(),
      party: z.string(),
      signer: z.string(),
      role_text: z.string(),
      authority: z.string(),
      signed_at: z.string(),
      read_seconds: z.number().int().nullable(),
    }),
  ),
  events: z.array(z.object({ act_text: z.string(), who: z.string(), note: z.string(), at: z.string() })),
});
export type ContractDetail = z.infer<typeof contractDetail>;

/** A page of a signing provider. */
export const remoteAddress = z.object({ url: z.string() });
export type RemoteAddress = z.infer<typeof remoteAddress>;
