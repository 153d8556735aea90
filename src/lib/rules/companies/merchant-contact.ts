/** How a merchant is reached, and where goods come back to. */
export interface MerchantContact {
  /** Buyers read it on the shop's page and on delivery notes. */
  phone: string;
  returnName: string;
  returnPhone: string;
  returnAddress: string;
}

/** Where goods are sent back: what the merchant has set, its own name, telephone and address for what it has not. */
export function returnToOf(
  contact: Omit<MerchantContact, 'phone'>,
  own: { fullName: string; phone: string; address: string },
): { name: string; phone: string; address: string } {
  return {
    name: contact.returnName || own.fullName,
    phone: contact.returnPhone || own.phone,
    address: contact.returnAddress || own.address,
  };
}
