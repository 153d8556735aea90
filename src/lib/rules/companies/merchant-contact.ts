/** A merchant's contacts, and its return address. */
export interface MerchantContact {
  /** Buyers read it on the shop's page and on delivery notes. */
  phone: string;
  returnName: string;
  returnPhone: string;
  returnAddress: string;
}

/** The return address: as set by the merchant, with its own name, phone and address for unset fields. */
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
