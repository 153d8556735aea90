import { DeskList } from '#islands/desk/list/DeskList.tsx';
import { useDeskList } from '#islands/desk/list/use-desk-list.ts';
import { Field } from '#islands/ui/Field.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { loadOnboardingGoods } from '#lib/client/stores/desk/onboarding.ts';
import type {
  OnboardingGoodsList,
  OnboardingGoodsRow,
  OnboardingGoodsValues,
} from '#lib/contract/onboarding.ts';
import { path } from '#lib/contract/routes.ts';
import { onboardingViews } from '#lib/rules/companies/onboarding-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { TallyTags, tallyTexts } from './state-tags.tsx';

interface Props {
  initial: OnboardingGoodsList;
  input: OnboardingGoodsValues;
  /** The platform's people see whose goods they are. */
  isPlatform: boolean;
}

const views = keysOf(onboardingViews).map((value) => ({ value, text: onboardingViews[value] }));
const idOf = ({ goods_id: id }: OnboardingGoodsRow) => id;
const nameOf = ({ name, spec }: OnboardingGoodsRow) => `${name} ${spec}`;
const addressOf = ({ goods_id: goods }: OnboardingGoodsRow) => path('/desk/onboarding/[goods]', { goods });
const open = (row: OnboardingGoodsRow) => location.assign(addressOf(row));

/** Items with the state of their 首营资料; each opens its sheet. */
export function OnboardingPage({ initial, input, isPlatform }: Props) {
  const list = useDeskList({
    address: path('/desk/onboarding'),
    initial,
    input,
    load: loadOnboardingGoods,
    idOf,
  });
  return (
    <DeskList
      title="商品资料"
      list={list}
      columns={isPlatform ? platformColumns : columns}
      nameOf={nameOf}
      onOpen={open}
      icon="i-lucide-file-check"
      none="没有符合条件的商品"
    >
      <div className="field text-small">
        <SelectBox label="范围" name="view" options={views} defaultValue={input.view || 'all'} />
      </div>
      <Field
        label="商品"
        name="goods"
        placeholder="名称或商品编号"
        defaultValue={input.goods}
        maxLength={100}
      />
      <Field label="生产企业" name="maker" defaultValue={input.maker} maxLength={100} />
      {isPlatform && <Field label="商家" name="merchant" defaultValue={input.merchant} maxLength={100} />}
    </DeskList>
  );
}

const columns: readonly TableColumn<OnboardingGoodsRow>[] = [
  {
    id: 'goods',
    head: '商品',
    value: ({ name, spec }) => `${name} ${spec}`,
    cell: (row) => (
      <>
        <a className="link" href={addressOf(row)}>
          {row.name}
        </a>
        <span className="block text-note text-ink-2 font-400">{row.spec}</span>
      </>
    ),
    isTitle: true,
  },
  { id: 'id', head: '商品编号', value: ({ goods_id: id }) => id, isNumber: true },
  { id: 'maker', head: '生产企业', value: ({ maker }) => maker },
  { id: 'held', head: '必备资料', value: ({ held, needed }) => `${held}/${needed}`, isNumber: true },
  {
    id: 'state',
    head: '状态',
    value: (row) =>
      tallyTexts(row)
        .map(([, text]) => text)
        .join('、'),
    cell: (row) => <TallyTags row={row} />,
  },
  { id: 'asked', head: '买家索取', value: ({ asked }) => asked, isNumber: true },
];

const platformColumns: readonly TableColumn<OnboardingGoodsRow>[] = [
  ...columns,
  { id: 'merchant', head: '商家', value: ({ merchant }) => merchant },
];
