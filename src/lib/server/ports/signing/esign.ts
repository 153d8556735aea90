/** e签宝, 电子签名 API v3, by its documented protocol. */
import { z } from 'zod';
import { AppError, statusOf } from '#lib/contract/errors.ts';
import { siteAddress } from '../../core/process/site-address.ts';
import {
  callEsign,
  type EsignKeys,
  EsignRefusal,
  getFile,
  isSameText,
  md5Of,
  putFile,
  signNotice,
} from './esign-line.ts';
import type { FlowState, RemoteSigning, SigningOrder } from './port.ts';

const pdfType = 'application/pdf';
/** A signer that is a company. */
const organisation = 1;
/** Their code for a telephone that is no signer's of the flow. */
const notASigner = 1_437_114;
/** Links of sign-url: for signing, not for reading alone. */
const toSign = 2;

const uploaded = z.object({ fileId: z.string().min(1), fileUploadUrl: z.url() });
const created = z.object({ signFlowId: z.string().min(1) });
const detail = z.object({ signFlowStatus: z.number() });
const signUrl = z.object({ url: z.url({ protocol: /^https?$/ }) });
const download = z.object({ files: z.array(z.object({ downloadUrl: z.url() })).min(1) });
const flows = z.object({
  signFlowInfos: z.array(z.object({ signFlowId: z.string(), signFlowTitle: z.string().nullish() })).nullish(),
});

/** signFlowStatus; anything else is still under way. */
const states: Record<number, FlowState> = { 2: 'done', 3: 'withdrawn', 5: 'expired', 7: 'refused' };

/** Their notices; the first is spelled so by them. What they say of the result is not believed, it is asked for. */
const notice = z.object({
  action: z.enum(['SIGN_MISSON_COMPLETE', 'SIGN_FLOW_COMPLETE']),
  signFlowId: z.string().min(1),
  customBizNum: z.string().nullish(),
});

/** The title names the contract: a flow whose answer got lost is found by it. Some signs are not allowed in titles. */
function titleOf({ kind, no }: Pick<SigningOrder, 'kind' | 'no'>): string {
  return `${kind} ${no}`;
}

/** The list reaches a little further back than the contract: their clock is another one, ms. */
const margin = 10 * 60_000;
const year = 364 * 24 * 3_600_000;

/** A side whose person signs at their page, told by a text message. */
function personOf(no: string, fileId: string, side: SigningOrder['buyer']) {
  const { name, creditCode, signer, phone } = side;
  return {
    signerType: organisation,
    noticeConfig: { noticeTypes: '1' },
    orgSignerInfo: {
      orgName: name,
      orgInfo: { orgIDCardNum: creditCode, orgIDCardType: 'CRED_ORG_USCC' },
      transactorInfo: { psnAccount: phone, psnInfo: { psnName: signer } },
    },
    signFields: [{ customBizNum: no, fileId, normalSignFieldConfig: { freeMode: true } }],
  };
}

/** A seal that is set by itself names no company: it is their customer's own, or one that was given to it (跨企业授权). */
function sealOf(no: string, fileId: string, sealId: string) {
  const place = {
    autoSign: true,
    ...(sealId !== '' && { assignedSealId: sealId }),
    signFieldStyle: 1,
    signFieldPosition: { positionPage: '1', positionX: 460, positionY: 700 },
  };
  return {
    signerType: organisation,
    signFields: [{ customBizNum: no, fileId, normalSignFieldConfig: place }],
  };
}

function signersOf({ no, buyer, seller }: SigningOrder, fileId: string) {
  const own =
    seller.by === 'person'
      ? personOf(no, fileId, seller)
      : sealOf(no, fileId, seller.by === 'seal' ? seller.sealId : '');
  return [personOf(no, fileId, buyer), own];
}

export function esign(keys: EsignKeys): RemoteSigning {
  const post = <T>(path: string, body: unknown, schema: z.ZodType<T>) =>
    callEsign(keys, { method: 'POST', path, body }, schema);
  const get = <T>(path: string, schema: z.ZodType<T>) => callEsign(keys, { method: 'GET', path }, schema);

  async function findOpened(order: SigningOrder): Promise<string | null> {
    const from = order.createdAt.getTime() - margin;
    const body = {
      pageNum: 1,
      pageSize: 100,
      signFlowStartTimeFrom: from,
      signFlowStartTimeTo: Math.min(from + year, Date.now() + margin),
      // Of this signer: more than a hundred in the time of one contract there are not.
      operator: { psnAccount: order.buyer.phone },
    };
    const { signFlowInfos } = await post('/v3/sign-flow/sign-flow-list', body, flows);
    return signFlowInfos?.find(({ signFlowTitle }) => signFlowTitle === titleOf(order))?.signFlowId ?? null;
  }

  async function upload(order: SigningOrder, fileName: string): Promise<string> {
    const file = {
      contentMd5: md5Of(order.pdf),
      contentType: pdfType,
      fileName,
      fileSize: order.pdf.byteLength,
      convertToPDF: false,
    };
    const { fileId, fileUploadUrl } = await post('/v3/files/file-upload-url', file, uploaded);
    await putFile(fileUploadUrl, order.pdf, pdfType);
    return fileId;
  }

  return {
    key: 'esign',
    kind: 'remote',
    name: 'e签宝',

    async open(order) {
      const opened = await findOpened(order);
      if (opened !== null) return opened;
      const fileName = `${titleOf(order)}.pdf`;
      const fileId = await upload(order, fileName);
      const body = {
        docs: [{ fileId, fileName }],
        signFlowConfig: {
          signFlowTitle: titleOf(order),
          autoFinish: true,
          notifyUrl: `${siteAddress()}/api/contract/notify/esign`,
        },
        signers: signersOf(order, fileId),
      };
      return (await post('/v3/sign-flow/create-by-file', body, created)).signFlowId;
    },

    async query(flowNo) {
      const { signFlowStatus } = await get(`/v3/sign-flow/${encodeURIComponent(flowNo)}/detail`, detail);
      return states[signFlowStatus] ?? 'running';
    },

    async address(flowNo, { party, phone, back }) {
      const body = {
        operator: { psnAccount: phone },
        organization: { orgName: party },
        urlType: toSign,
        clientType: 'ALL',
        redirectConfig: { redirectUrl: back },
      };
      try {
        return (await post(`/v3/sign-flow/${encodeURIComponent(flowNo)}/sign-url`, body, signUrl)).url;
      } catch (error) {
        if (error instanceof EsignRefusal && error.code === notASigner) return null;
        throw error;
      }
    },

    async file(flowNo) {
      const path = `/v3/sign-flow/${encodeURIComponent(flowNo)}/file-download-url`;
      const { files } = await get(path, download);
      return getFile(files[0]?.downloadUrl ?? '');
    },

    async withdraw(flowNo, reason) {
      const path = `/v3/sign-flow/${encodeURIComponent(flowNo)}`;
      const { signFlowStatus } = await get(`${path}/detail`, detail);
      if (states[signFlowStatus] !== undefined) return;
      await post(`${path}/revoke`, { revokeReason: reason.slice(0, 50) }, z.unknown());
    },

    notify(raw, headers) {
      const timestamp = headers.get('x-tsign-open-timestamp') ?? '';
      const given = headers.get('x-tsign-open-signature') ?? '';
      // A repeat keeps the first timestamp, half a day later too: its age says nothing.
      if (headers.get('x-tsign-open-app-id') !== keys.appId) throw new AppError(403, '通知的应用ID不正确');
      if (!isSameText(given, signNotice(keys.secret, timestamp, raw)))
        throw new AppError(403, '通知的签名不正确');
      let read: z.infer<typeof notice>;
      try {
        read = notice.parse(JSON.parse(Buffer.from(raw).toString()));
      } catch {
        throw new AppError(422, '通知的内容无法识别');
      }
      // One signer with several fields has several numbers, joined by commas: all are the contract's.
      return { flowNo: read.signFlowId, no: read.customBizNum?.split(',')[0] ?? '' };
    },

    acknowledge: (refusal) => ({
      status: refusal === null ? 200 : statusOf(refusal.code),
      contentType: 'application/json',
      body: `{"code":${refusal === null ? 200 : refusal.code}}`,
    }),
  };
}
