CREATE TABLE "pay_link" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pay_link_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"trade_no" text NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "link_id" integer;--> statement-breakpoint
ALTER TABLE "pay_link" ADD CONSTRAINT "pay_link_trade_no_trade_no_fk" FOREIGN KEY ("trade_no") REFERENCES "public"."trade"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_link" ADD CONSTRAINT "pay_link_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pay_link" ADD CONSTRAINT "pay_link_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pay_link_once" ON "pay_link" USING btree ("trade_no") WHERE "pay_link"."revoked_at" is null;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_link_id_pay_link_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."pay_link"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_link" ON "payment" USING btree ("link_id") WHERE "payment"."link_id" is not null;