/** The targets of surplus money. */
export const restOptions = [
  { value: 'balance', text: '转入企业余额' },
  { value: 'back', text: '转回原账户（列入手工退款）' },
];
