/** Red forms (红字确认单) at 诺诺. The tax bureau issues the red invoice by itself once a form is 01 or 04. */
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { callNuonuo, type NuonuoAnswer, type NuonuoKeys, nuonuoCodes } from './nuonuo-line.ts';
import {
  faultOf,
  lineOfKind,
  ourRedReason,
  type RedForm,
  redDetailOf,
  redList,
  redReasonOf,
  redStateOf,
} from './nuonuo-words.ts';
import {
  type InboundForm,
  type InvoicePort,
  type IssueAnswer,
  type PortAsked,
  PortRefusal,
  type PortSeller,
  type RedAnswer,
  type RedAsked,
} from './port.ts';

/** Who acts: the seller, or the buyer. */
const bySeller = '0';
const byBuyer = '1';
/** Their largest page, and the most pages that are read at once. */
const pageSize = 50;
const mostPages = 40;

const nothing: RedAnswer = { state: 'unknown', formNo: '', uuid: '', issued: null, fault: null };

function must(answer: NuonuoAnswer): NuonuoAnswer {
  if (answer.code !== nuonuoCodes.done) throw new PortRefusal(answer.code, answer.text);
  return answer;
}

/** The calls about red forms. `findInvoice` queries an invoice by our serial. */
export function nuonuoRed(
  keys: NuonuoKeys,
  findInvoice: (asked: PortAsked) => Promise<IssueAnswer>,
): InvoicePort['red'] {
  const list = async (seller: PortSeller, values: Record<string, string>) => {
    const answer = await callNuonuo(keys, seller, 'queryInvoiceRedConfirm', values);
    if (answer.code === nuonuoCodes.unknown) return { total: 0, list: [] };
    return redList.parse(must(answer).result ?? {});
  };
  const find = async ({ seller, serial, uuid }: RedAsked): Promise<RedForm | undefined> => {
    const name = uuid === '' ? { billId: serial } : { billUuid: uuid };
    return (await list(seller, { identity: bySeller, ...name })).list?.[0];
  };
  const answerOf = async (form: RedForm, asked: PortAsked): Promise<RedAnswer> => {
    const state = redStateOf(form.billStatus);
    const isAgreed = state === '01' || state === '04';
    // The red invoice of a buyer's form is under a number of theirs.
    const serial = form.orderNo || asked.serial;
    const red = isAgreed ? await findInvoice({ ...asked, serial }) : null;
    return {
      state,
      formNo: form.billNo,
      uuid: form.billUuid,
      issued: red?.state === 'issued' ? { serial, number: red.number, issuedAt: red.issuedAt } : null,
      fault: state === 'failed' ? faultOf('16', form.billMessage) : null,
    };
  };

  return {
    async request(request) {
      const { seller, serial, blue, buyer, reason, lines } = request;
      const answer = await callNuonuo(keys, seller, 'saveInvoiceRedConfirm', {
        billId: serial,
        // The red invoice is found under the same number.
        orderNo: serial,
        blueInvoiceLine: lineOfKind[blue.kind],
        applySource: bySeller,
        blueElecInvoiceNumber: blue.number,
        sellerTaxNo: seller.taxNo,
        sellerName: seller.name,
        buyerTaxNo: buyer.taxNo,
        buyerName: buyer.name,
        redReason: redReasonOf(reason),
        ...(lines.length > 0 && { detail: lines.map(redDetailOf) }),
      });
      // A repeated number is refused too: then the form is there.
      const form = await find({ seller, serial, uuid: '', now: request.now });
      if (form !== undefined) return answerOf(form, request);
      if (answer.code === nuonuoCodes.done) return { ...nothing, state: 'asking' };
      return { ...nothing, state: 'failed', fault: faultOf(answer.code, answer.text) };
    },

    async query(asked) {
      const form = await find(asked);
      if (form === undefined) return nothing;
      const isWaiting = form.billStatus === '02' || form.billStatus === '03';
      if (!isWaiting || form.billUuid === '') return answerOf(form, asked);
      // What the other side did at the bureau is told only after it was fetched from there.
      await callNuonuo(keys, asked.seller, 'refreshInvoiceRedConfirm', {
        identity: bySeller,
        billUuid: form.billUuid,
      });
      return answerOf((await find(asked)) ?? form, asked);
    },

    async confirm({ seller, serial, uuid }, isAgreed) {
      must(
        await callNuonuo(keys, seller, 'confirm', {
          ...(uuid === '' ? { billId: serial } : { billUuid: uuid }),
          identity: bySeller,
          confirmAgreement: isAgreed ? '1' : '0',
        }),
      );
    },

    async revoke({ seller, serial, uuid }) {
      must(
        await callNuonuo(keys, seller, 'confirmInfoCancel', {
          ...(uuid === '' ? { billId: serial } : { billUuid: uuid }),
          identity: bySeller,
        }),
      );
    },

    async inbound(seller, from, to) {
      const [first, last] = [dayKey(from.getTime()), dayKey(to.getTime())];
      await callNuonuo(keys, seller, 'refreshInvoiceRedConfirm', {
        identity: bySeller,
        startTime: first,
        endTime: last,
      });
      const found: InboundForm[] = [];
      for (let page = 1; page <= mostPages; page++) {
        const { list: forms, total } = await list(seller, {
          identity: bySeller,
          billTimeStart: first,
          billTimeEnd: last,
          pageNo: String(page),
          pageSize: String(pageSize),
        });
        for (const form of forms ?? [])
          if (form.applySource === byBuyer && form.billUuid !== '') found.push(inboundOf(form));
        if ((forms ?? []).length < pageSize || page * pageSize >= (total ?? 0)) break;
      }
      return found;
    },
  };
}

function inboundOf(form: RedForm): InboundForm {
  return {
    state: redStateOf(form.billStatus),
    formNo: form.billNo,
    uuid: form.billUuid,
    issued: null,
    fault: null,
    blueNumber: form.blueElecInvoiceNumber || form.blueInvoiceNumber,
    reason: ourRedReason(form.redReason),
    net: form.taxExcludedAmount,
    tax: form.taxAmount,
    lines: (form.detail ?? []).map((line) => ({
      blueSeq: line.blueDetailIndex,
      quantity: line.num === '' || !Number.isInteger(Number(line.num)) ? null : Number(line.num),
      net: line.taxExcludedAmount,
      tax: line.taxAmount,
    })),
  };
}
