/** Who the demo companies and their people are. */
import type { CompanyState } from '#lib/rules/companies/qualification.ts';
import { companies } from './known.ts';

type Place = { province: string; city: string; district: string; regionCode: string };

const wuhan = { province: '湖北省', city: '武汉市', district: '江汉区', regionCode: '420103' };
/** Where demo has its second address, and the clinic is. */
export const yichang = { province: '湖北省', city: '宜昌市', district: '西陵区', regionCode: '420502' };

/** A demo company, as its rows are made of it. */
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
};

/** The eight demo companies. */
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
];

/** Colleagues of `demo`, one a role. */
export const colleagues = [
  { login: 'demo-caigou', name: '刘采薇', role: 'buyer', orderLimit: 200_000, phone: '13900990011' },
  { login: 'demo-caiwu', name: '郑明远', role: 'finance', orderLimit: null, phone: '13900990012' },
  { login: 'demo-shouhuo', name: '黄一舟', role: 'receiver', orderLimit: null, phone: '13900990013' },
  { login: 'demo-zhidu', name: '徐静姝', role: 'viewer', orderLimit: null, phone: '13900990014' },
] as const;
