CREATE TABLE "invoice_grant" (
	"id" serial PRIMARY KEY NOT NULL,
	"app" text NOT NULL,
	"merchant_id" integer,
	"tax_no" text NOT NULL,
	"access_token" text DEFAULT '' NOT NULL,
	"refresh_token" text,
	"user_id" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone,
	"fetches" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"claimed_until" timestamp with time zone,
	"fault" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_grant_once" UNIQUE NULLS NOT DISTINCT("app","merchant_id","tax_no"),
	CONSTRAINT "invoice_grant_named" CHECK ("invoice_grant"."app" <> '' and "invoice_grant"."tax_no" <> '')
);
--> statement-breakpoint
ALTER TABLE "flow_day" ADD COLUMN "since" date;--> statement-breakpoint
ALTER TABLE "invoice_grant" ADD CONSTRAINT "invoice_grant_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_grant_merchant" ON "invoice_grant" USING btree ("merchant_id");