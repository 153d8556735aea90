import { useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { dayText } from '#islands/ui/moments.ts';
import { Tabs, tabPanel } from '#islands/ui/Tabs.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { loadCompany, loadMore, unfreezeCompany } from '#lib/client/stores/desk/companies.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { CompanyFile, CompanyMore, GrowingPart } from '#lib/contract/companies/file-schema.ts';
import { path } from '#lib/contract/routes.ts';
import { showCount, showYuan } from '#lib/rules/money/money.ts';
import { CaseHead } from '../case/CaseHead.tsx';
import { KeyButton } from '../case/KeyButton.tsx';
import { LetterDialog } from '../letters/LetterDialog.tsx';
import { NamedStores } from '../NamedStores.tsx';
import { CompanyPrices } from './CompanyPrices.tsx';
import { CompanyTables } from './CompanyTables.tsx';
import { CorrectDialog } from './CorrectDialog.tsx';
import { FreezeDialog } from './FreezeDialog.tsx';
import { GiftDialog } from './GiftDialog.tsx';
import { IssueDialog } from './IssueDialog.tsx';
import { OwnerChanges } from './OwnerChanges.tsx';
import { TermsForm } from './TermsForm.tsx';

interface Props {
  initial: CompanyFile;
  /** The role may freeze, and change rank, manager and scopes. */
  mayDecide: boolean;
  /** The role may ask that coupons, vouchers, points and cards for a missed day are given. */
  mayIssue: boolean;
  /** The role may ask for a correction of the balance. */
  mayCorrect: boolean;
  /** The role may propose agreed prices, and end them. */
  mayPrice: boolean;
  /** The role may ask that an owner who lost the telephone gets another. */
  mayMoveOwner: boolean;
  /** The role may write messages to companies. */
  mayWrite: boolean;
  /** The role has the desk's pages of orders. */
  seesOrders: boolean;
}

type Part = 'facts' | 'prices' | 'papers' | 'people' | 'orders' | 'ledger' | 'coupons' | 'messages' | 'audit';

/** One company with all data known to the platform, and its possible acts. */
export function CompanyPage(props: Props) {
  const { initial, mayDecide, mayIssue, mayCorrect, mayPrice, mayMoveOwner, mayWrite, seesOrders } = props;
  const [file, setFile] = useState(initial);
  const [part, setPart] = useState<Part>('facts');
  const [opened, setOpened] = useState<'freeze' | 'issue' | 'gift' | 'correct' | 'write' | null>(null);
  const panelId = useId();
  const [isDone, setDone] = useState(false);
  const close = () => setOpened(null);

  function finish(now: CompanyFile) {
    setFile(now);
    setDone(true);
  }

  async function more(name: GrowingPart) {
    const last = file[name].at(-1);
    if (last === undefined) return;
    await loadMore(file.id, name, String('no' in last ? last.no : last.id)).then(
      (got) => setFile((now) => withMore(now, name, got)),
      react,
    );
  }

  async function unfreeze() {
    const isSure = await ask({
      title: '解除冻结',
      text: `${file.name}将恢复采购。`,
      confirm: '解除冻结',
      cancel: '再想想',
    });
    if (!isSure) return;
    await unfreezeCompany(file.id).then((now) => {
      finish(now);
      showToast('success', '已解除冻结');
    }, react);
  }

  return (
    <CaseHead
      list="/desk/companies"
      id={file.id}
      hrefOf={(id) => path('/desk/companies/[id]', { id })}
      what="企业"
      title={file.name}
      isDone={isDone}
      tags={
        <>
          <Tag kind={file.is_frozen ? 'warn' : 'soft'}>{file.status_text}</Tag>
          {file.status_reason !== '' && <span className="text-small text-price">{file.status_reason}</span>}
        </>
      }
      acts={
        <>
          <Button kind="text" size="small" onClick={() => loadCompany(file.id).then(setFile, react)}>
            刷新
          </Button>
          {mayIssue && (
            <KeyButton keyName="a" kind="plain" onClick={() => setOpened('issue')}>
              发券
            </KeyButton>
          )}
          {mayIssue && (
            <KeyButton keyName="c" kind="plain" onClick={() => setOpened('gift')}>
              赠送积分
            </KeyButton>
          )}
          {mayCorrect && (
            <KeyButton keyName="b" kind="plain" onClick={() => setOpened('correct')}>
              调整余额
            </KeyButton>
          )}
          {mayDecide && file.may_freeze === 1 && (
            <KeyButton keyName="r" kind="plain" onClick={() => setOpened('freeze')}>
              冻结
            </KeyButton>
          )}
          {mayDecide && file.is_frozen === 1 && (
            <KeyButton keyName="r" kind="plain" onClick={() => void unfreeze()}>
              解除冻结
            </KeyButton>
          )}
        </>
      }
    >
      <Tabs
        label="企业资料"
        current={part}
        panelId={panelId}
        onSelect={setPart}
        items={[
          { id: 'facts', text: '资料' },
          { id: 'prices', text: '协议价' },
          { id: 'papers', text: '资质', count: file.papers.length },
          { id: 'people', text: '人员与设备', count: file.people.length },
          { id: 'orders', text: '订单', count: file.open_orders.length },
          { id: 'ledger', text: '账本' },
          { id: 'coupons', text: '券', count: file.coupons.length },
          { id: 'messages', text: '消息' },
          { id: 'audit', text: '操作记录' },
        ]}
      />
      <div {...tabPanel(panelId, part)} className="py-3">
        {part === 'facts' ? (
          <div className="grid lg:grid-cols-2 gap-6 px-3 md:px-4">
            <Facts file={file} />
            <TermsForm key={file.seen_mark} file={file} isOff={!mayPrice} onSaved={setFile} />
            <div className="lg:col-span-2 -mx-3 md:-mx-4 empty:hidden">
              <NamedStores stores={file.named_stores} />
            </div>
          </div>
        ) : part === 'prices' ? (
          <CompanyPrices id={file.id} company={file.name} isOff={!mayPrice} />
        ) : (
          <>
            {part === 'messages' && mayWrite && (
              <p className="flex px-3 md:px-4 mb-2">
                <Button size="small" className="max-md:h-touch" onClick={() => setOpened('write')}>
                  发消息
                </Button>
              </p>
            )}
            <CompanyTables
              part={part}
              file={file}
              seesPictures={mayDecide}
              seesOrders={seesOrders}
              onMore={more}
            />
            {part === 'people' && mayMoveOwner && <OwnerChanges file={file} />}
          </>
        )}
      </div>
      {opened === 'freeze' && <FreezeDialog file={file} onClose={close} onDone={finish} />}
      {opened === 'issue' && <IssueDialog file={file} onClose={close} />}
      {opened === 'gift' && <GiftDialog file={file} onClose={close} />}
      {opened === 'write' && <LetterDialog company={file} onClose={close} onDone={setFile} />}
      {opened === 'correct' && <CorrectDialog file={file} onClose={close} />}
    </CaseHead>
  );
}

/** The file with the rows of one list behind those that it has. */
function withMore(file: CompanyFile, part: GrowingPart, got: CompanyMore): CompanyFile {
  const others = file.more.filter((name) => name !== part);
  return { ...file, [part]: [...file[part], ...(got[part] ?? [])], more: [...others, ...got.more] };
}

function Facts({ file }: { file: CompanyFile }) {
  const facts: [string, string][] = [
    ['编号', String(file.id)],
    ['统一社会信用代码', file.credit_code],
    ['类型', file.buyer_type_text],
    ['地区', file.region],
    ...(file.balance === null || file.points === null
      ? []
      : [
          ['余额', `¥${showYuan(file.balance)}`] satisfies [string, string],
          ['积分', showCount(file.points)] satisfies [string, string],
        ]),
    ['注册', dayText(file.created_at)],
    ['首单', file.first_paid_at === '' ? '还没有' : dayText(file.first_paid_at)],
  ];
  return (
    <div>
      <h2 className="mb-2 text-title">基本资料</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 m-0 text-small [&>dt]:text-ink-2 [&>dd]:m-0">
        {facts.flatMap(([name, text]) => [
          <dt key={name}>{name}</dt>,
          <dd key={`${name} text`} className="num break-all">
            {text || '—'}
          </dd>,
        ])}
        {file.head !== null && (
          <>
            <dt>总部</dt>
            <dd>
              <a className="link" href={path('/desk/companies/[id]', { id: file.head.id })}>
                {file.head.name}
              </a>
            </dd>
          </>
        )}
        {file.stores.length > 0 && (
          <>
            <dt>门店</dt>
            <dd className="flex flex-wrap gap-x-3">
              {file.stores.map(({ id, name }) => (
                <a key={id} className="link" href={path('/desk/companies/[id]', { id })}>
                  {name}
                </a>
              ))}
            </dd>
          </>
        )}
        <dt>收货地址</dt>
        <dd>
          {file.addresses.length === 0
            ? '—'
            : file.addresses.map(({ id, text, is_default: is }) => (
                <p key={id}>
                  {text}
                  {is === 1 && '（默认）'}
                </p>
              ))}
        </dd>
      </dl>
    </div>
  );
}
