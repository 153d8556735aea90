/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    requestId: string;
    clientAddress: string;
    /** Who is logged in, looked up at most once a request; null for visitors. */
    account: (
      usesCachedActor?: boolean,
    ) => Promise<import('#lib/server/people/account-rows.ts').Account | null>;
    /** Who is logged in at a desk, looked up like it; null for everybody else. */
    staff: () => Promise<import('#lib/server/people/staff-rows.ts').SessionStaff | null>;
    /** The page of a desk that was asked for and is not open to the person; the page of refusal reads it. */
    denied?: import('#lib/contract/routes.ts').DeskRoute;
    /** Why the session of the request was ended, in a sentence; undefined where there is nothing to say. */
    whyOut: () => Promise<string | undefined>;
    /** Says whose the body is and how large it may be; not there in the development server. */
    expectBody?: ((expected: import('#lib/server/core/expected-body.ts').ExpectedBody) => void) | undefined;
  }
}
