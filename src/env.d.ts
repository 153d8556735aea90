/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    requestId: string;
    clientAddress: string;
    /** Who is logged in, looked up at most once a request; null for visitors. */
    account: () => Promise<import('#lib/server/repos/accounts.ts').Account | null>;
    /** Who is logged in at a desk, looked up like it; null for everybody else. */
    staff: () => Promise<import('#lib/server/repos/staff.ts').StaffAccount | null>;
  }
}
