/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    requestId: string;
    clientAddress: string;
    /** Who is logged in, looked up at most once a request; null for visitors. */
    account: () => Promise<import('#lib/server/repos/accounts.ts').Account | null>;
  }
}
