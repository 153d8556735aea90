/** The demo companies and their people. */
import type { CompanyState } from '#lib/rules/companies/company-state.ts';
import type { PaperKind } from '#lib/rules/companies/qualification.ts';
import { companies } from './known.ts';

type Place = { province: string; city: string; district: string; regionCode: string };

const wuhan = { province: '湖北省', city: '武汉市', district: '江汉区', regionCode: '420103' };
/** Location of demo's second address and of the clinic. */
export const yichang = { province: '湖北省', city: '宜昌市', district: '西陵区', regionCode: '420502' };

/** A demo company in the form from which its rows are made. */
export type Story = {
  login: keyof typeof companies;
  name: string;
  buyerType: 'pharmacy' | 'clinic';
  status: CompanyState;
  statusReason?: string;
  place: Place;
  rank: number;
  person: string;
  phone: string;
  /** Fen and points in the wallet at the start. */
  balance: number;
  points: number;
  without?: string[];
  manager: number;
  /** Its head office. */
  head?: number;
  /** Hours since its submission; a day by default. */
  waits?: number;
  /** An expired licence, and a missing one. */
  lapsed?: PaperKind;
  missing?: PaperKind;
  /** A licence to be replaced by a new one. */
  replaces?: PaperKind;
};

/** The demo companies: those that log in, and those that wait at the desk. */
export const stories: Story[] = [
  {
    login: 'demo',
    name: '武汉市江汉区康泽源大药房',
    buyerType: 'pharmacy',
    status: 'approved',
    place: wuhan,
    rank: 2,
    person: '陈知夏',
    phone: '13900990001',
    balance: 5_000_000,
    points: 3680,
    manager: 2,
  },
  {
    login: 'clinic',
    name: '宜昌市西陵区仁和里中西医诊所',
    buyerType: 'clinic',
    status: 'approved',
    place: yichang,
    rank: 1,
    person: '周怀安',
    phone: '13900990002',
    balance: 2_000_000,
    points: 420,
    without: ['中药饮片', '抗生素'],
    manager: 3,
  },
  {
    login: 'pending',
    name: '荆州市沙市区百草堂药店',
    buyerType: 'pharmacy',
    status: 'reviewing',
    place: { province: '湖北省', city: '荆州市', district: '沙市区', regionCode: '421002' },
    rank: 0,
    person: '李沐川',
    phone: '13900990003',
    balance: 0,
    points: 0,
    manager: 1,
  },
  {
    login: 'rejected',
    name: '郑州市金水区福满大药房',
    buyerType: 'pharmacy',
    status: 'rejected',
    statusReason: '药品经营许可证照片不清晰，采购授权委托书缺少法人签字，请补充后重新提交。',
    place: { province: '河南省', city: '郑州市', district: '金水区', regionCode: '410105' },
    rank: 0,
    person: '赵予宁',
    phone: '13900990004',
    balance: 0,
    points: 0,
    manager: 1,
  },
  {
    login: 'expired',
    name: '襄阳市樊城区同济堂药房',
    buyerType: 'pharmacy',
    status: 'approved',
    place: { province: '湖北省', city: '襄阳市', district: '樊城区', regionCode: '420606' },
    rank: 1,
    person: '孙若溪',
    phone: '13900990005',
    balance: 300_000,
    points: 90,
    manager: 1,
  },
  {
    login: 'frozen',
    name: '南昌市东湖区安康药店',
    buyerType: 'pharmacy',
    status: 'frozen',
    statusReason: '账号存在异常交易，已暂停采购，请联系客服核实。',
    place: { province: '江西省', city: '南昌市', district: '东湖区', regionCode: '360102' },
    rank: 0,
    person: '吴景行',
    phone: '13900990006',
    balance: 120_000,
    points: 0,
    manager: 1,
  },
  {
    login: 'other',
    name: '长沙市芙蓉区橘洲大药房',
    buyerType: 'pharmacy',
    status: 'approved',
    place: { province: '湖南省', city: '长沙市', district: '芙蓉区', regionCode: '430102' },
    rank: 0,
    person: '何清越',
    phone: '13900990007',
    balance: 3_000_000,
    points: 200,
    manager: 1,
  },
  {
    login: 'demo-fendian',
    name: '武汉市江汉区康泽源大药房二店',
    buyerType: 'pharmacy',
    status: 'approved',
    place: wuhan,
    rank: 1,
    person: '林晚舟',
    phone: '13900990008',
    balance: 800_000,
    points: 60,
    manager: 2,
    head: companies.demo,
  },
  {
    login: 'daishen-1',
    name: '黄冈市黄州区济民大药房',
    buyerType: 'pharmacy',
    status: 'reviewing',
    place: { province: '湖北省', city: '黄冈市', district: '黄州区', regionCode: '421102' },
    rank: 0,
    person: '唐书宁',
    phone: '13900990021',
    balance: 0,
    points: 0,
    without: ['中药饮片', '中药材', '生物制品', '三类器械'],
    manager: 1,
    waits: 52,
  },
  {
    login: 'daishen-2',
    name: '岳阳市岳阳楼区颐康药店',
    buyerType: 'pharmacy',
    status: 'reviewing',
    place: { province: '湖南省', city: '岳阳市', district: '岳阳楼区', regionCode: '430602' },
    rank: 0,
    person: '彭以安',
    phone: '13900990022',
    balance: 0,
    points: 0,
    manager: 1,
    waits: 30,
    lapsed: 'drug_licence',
  },
  {
    login: 'daishen-3',
    name: '信阳市浉河区春晖大药房',
    buyerType: 'pharmacy',
    status: 'reviewing',
    place: { province: '河南省', city: '信阳市', district: '浉河区', regionCode: '411502' },
    rank: 0,
    person: '邹明远',
    phone: '13900990023',
    balance: 0,
    points: 0,
    manager: 1,
    waits: 9,
    missing: 'purchase_authorisation',
  },
  {
    login: 'daishen-4',
    name: '九江市浔阳区杏林中医诊所',
    buyerType: 'clinic',
    status: 'reviewing',
    place: { province: '江西省', city: '九江市', district: '浔阳区', regionCode: '360403' },
    rank: 0,
    person: '魏清和',
    phone: '13900990024',
    balance: 0,
    points: 0,
    without: ['生物制品', '三类器械'],
    manager: 1,
    waits: 4,
  },
  {
    login: 'daishen-5',
    name: '孝感市孝南区同心大药房',
    buyerType: 'pharmacy',
    status: 'changing',
    place: { province: '湖北省', city: '孝感市', district: '孝南区', regionCode: '420902' },
    rank: 1,
    person: '蒋知远',
    phone: '13900990025',
    balance: 150_000,
    points: 30,
    manager: 3,
    waits: 2,
    replaces: 'drug_licence',
  },
];

/** Colleagues of `demo`, one a role. */
export const colleagues = [
  { login: 'demo-caigou', name: '刘采薇', role: 'buyer', orderLimit: 200_000, phone: '13900990011' },
  { login: 'demo-caiwu', name: '郑明远', role: 'finance', orderLimit: null, phone: '13900990012' },
  { login: 'demo-shouhuo', name: '黄一舟', role: 'receiver', orderLimit: null, phone: '13900990013' },
  { login: 'demo-zhidu', name: '徐静姝', role: 'viewer', orderLimit: null, phone: '13900990014' },
] as const;
