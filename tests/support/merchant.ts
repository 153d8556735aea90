/** A merchant as an operator writes it. */
export function merchantFieldsOf(): Record<string, string> {
  return {
    name: '湖北岚谷医药有限公司',
    alias: '岚谷医药',
    kind: '入驻',
    speciality: '呼吸和抗感染用药',
    province: '湖北省',
    city: '武汉',
    address: '武汉市某区某路9号',
    phone: '027-88886666',
    fee: '10.50',
    free: '300',
  };
}

export function merchantPapersOf(): string[] {
  return ['营业执照:91420100MA4KXAAA1P:2020-01-01:长期', '药品经营许可证:鄂AA0270001:2024-01-01:2028-12-31'];
}
