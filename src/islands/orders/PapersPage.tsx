import { useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { Scrolled } from '#islands/ui/Scrolled.tsx';
import { call } from '#lib/client/api.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { api } from '#lib/contract/api.ts';
import { chatHref } from '#lib/contract/chat/href.ts';
import type { OrderPapers } from '#lib/contract/receiving.ts';
import { path } from '#lib/contract/routes.ts';
import { ContractPapers } from './ContractPapers.tsx';
import { InvoicePapers } from './InvoicePapers.tsx';
import { OnboardingSets } from './OnboardingSets.tsx';
import { TakeFile } from './TakeFile.tsx';

interface Props {
  initial: OrderPapers;
  /** The role may ask for what is missing. */
  mayAsk: boolean;
  /** The role looks after invoices. */
  mayInvoice: boolean;
}

/** Documents that a pharmacy files with an order: existing ones, missing ones, all in one file. */
export function PapersPage({ initial, mayAsk, mayInvoice }: Props) {
  const [papers, setPapers] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const { no, lots, licences } = papers;
  const lacking = [
    ...(papers.missing > 0 ? [`${papers.missing}个批次的药检报告`] : []),
    ...(papers.codes_missing > 0 ? [`${papers.codes_missing}个追溯码`] : []),
    ...(papers.onboarding_missing > 0 ? [`${papers.onboarding_missing}份首营资料`] : []),
  ].join('、');
  const isUnasked = papers.unasked + papers.onboarding_unasked > 0;

  async function ask() {
    setBusy(true);
    await call(api.askPapers, { no }).then((now) => {
      setPapers(now);
      showToast('success', '已向商家索取，商家补齐后会通知您');
    }, react);
    setBusy(false);
  }

  return (
    <section className="panel">
      <div className="panel-title flex-wrap">
        <h1>收货资料</h1>
        <a className="link num text-small font-400" href={path('/order/info/[id]', { id: no })}>
          订单{no}
        </a>
        {papers.parcels > 0 && (
          <span className="no-print ml-auto flex flex-wrap gap-2">
            <a className={buttonClass('plain')} href={path('/order/receive/[id]', { id: no })}>
              验收收货
            </a>
            <a className={buttonClass('plain')} href={path('/order/print/[id]', { id: no })}>
              打印随货同行单
            </a>
            <TakeFile url={`/file/proof/${no}`} kind="plain" onRefused={setRefusal}>
              四流证明
            </TakeFile>
            <TakeFile url={papers.zip_url} kind="plain" isStreamed onRefused={setRefusal}>
              下载资料包（ZIP）
            </TakeFile>
            <TakeFile url={papers.pdf_url} onRefused={setRefusal}>
              一键下载整套PDF
            </TakeFile>
          </span>
        )}
      </div>
      {refusal !== '' && (
        <div className="px-3 md:px-4 pt-3">
          <FormNotice text={refusal} />
        </div>
      )}
      {papers.parcels === 0 ? (
        <p className="px-4 py-6">商家还没有发货，发货后即可下载收货资料。</p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-3 md:px-4 py-3 text-small">
          <p>
            供货单位：{papers.merchant}。资料包里有<span className="num">{papers.parcels}</span>
            个包裹的随货同行单、追溯码<span className="num">{papers.trace_codes}</span>
            个（Excel）、药检报告<span className="num">{lots.length - papers.missing}</span>
            份、首营资料（含商家上传的扫描件）、发票和电子合同；整套PDF另有目录和页码，可直接打印、归档。四流证明是订单的票、账、货、款记录，付款后的次日凌晨生成，可在
            <a className="link" href={path('/verify')}>
              核对四流证明
            </a>
            核对有没有改动。
          </p>
          {lacking !== '' && (
            <p className="flex flex-wrap items-center gap-3">
              <span className="text-price">
                缺{lacking}
                {!isUnasked && '，已向商家索取'}
              </span>
              {mayAsk && isUnasked && (
                <span className="no-print">
                  <Button kind="plain" size="small" busy={isBusy} onClick={() => void ask()}>
                    向商家索取
                  </Button>
                </span>
              )}
            </p>
          )}
          <Scrolled label="批次、追溯码与药检报告">
            <table className="w-full [&_th]:(px-2 py-2 font-400 text-ink-2 text-left whitespace-nowrap) [&_td]:(px-2 py-2 border-t border-t-solid border-line)">
              <caption className="text-left font-600 pb-1">批次、追溯码与药检报告</caption>
              <thead>
                <tr>
                  <th scope="col">商品</th>
                  <th scope="col">批号</th>
                  <th scope="col">有效期至</th>
                  <th scope="col" className="text-right!">
                    数量
                  </th>
                  <th scope="col">追溯码</th>
                  <th scope="col">药检报告</th>
                </tr>
              </thead>
              <tbody>
                {lots.map((lot) => (
                  <tr key={`${lot.goods_id} ${lot.lot_no}`}>
                    <td>
                      {lot.name} <span className="text-ink-2">{lot.spec}</span>
                    </td>
                    <td className="num">
                      {lot.lot_no}
                      <a
                        className="no-print link ml-2 whitespace-nowrap"
                        href={chatHref(papers.merchant_id, {
                          kind: 'lot',
                          ref: `${lot.goods_id}:${lot.lot_no}`,
                          title: `${lot.name} 批号${lot.lot_no}`,
                        })}
                        aria-label={`咨询批号${lot.lot_no}`}
                        data-chat
                        data-drawer-button
                      >
                        咨询
                      </a>
                    </td>
                    <td className="num whitespace-nowrap">{lot.expires_on}</td>
                    <td className="num text-right whitespace-nowrap">
                      {lot.quantity}
                      {lot.unit}
                    </td>
                    <td className="num whitespace-nowrap">
                      {lot.codes_missing > 0 ? (
                        <span className="text-price">
                          缺{lot.codes_missing}个{lot.codes_asked === 1 && '，已索取'}
                        </span>
                      ) : lot.codes === 0 ? (
                        '—'
                      ) : (
                        `${lot.codes}个`
                      )}
                    </td>
                    <td>
                      {lot.report_url === '' ? (
                        <span className="text-price">{lot.is_asked === 1 ? '缺，已索取' : '缺'}</span>
                      ) : (
                        <a className="link" href={lot.report_url}>
                          下载
                        </a>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolled>
          <OnboardingSets sets={papers.onboarding} />
          <InvoicePapers no={no} invoices={papers.invoices} mayInvoice={mayInvoice} />
          <ContractPapers contracts={papers.contracts} />
          <Scrolled label="供货单位证照">
            <table className="w-full [&_th]:(px-2 py-2 font-400 text-ink-2 text-left whitespace-nowrap) [&_td]:(px-2 py-2 border-t border-t-solid border-line)">
              <caption className="text-left font-600 pb-1">供货单位证照（平台登记）</caption>
              <thead>
                <tr>
                  <th scope="col">证照</th>
                  <th scope="col">编号</th>
                  <th scope="col">有效期至</th>
                </tr>
              </thead>
              <tbody>
                {licences.map((licence) => (
                  <tr key={licence.kind_text}>
                    <td>{licence.kind_text}</td>
                    <td className="num">{licence.number}</td>
                    <td className="num">{licence.valid_to}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolled>
        </div>
      )}
    </section>
  );
}
