CREATE TABLE "table_mapping" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer,
	"merchant_id" integer,
	"kind" text NOT NULL,
	"heads" text NOT NULL,
	"keys" text[] NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "table_mapping_once" UNIQUE NULLS NOT DISTINCT("company_id","merchant_id","kind","heads"),
	CONSTRAINT "table_mapping_owner" CHECK (num_nonnulls("table_mapping"."company_id", "table_mapping"."merchant_id") <= 1)
);
--> statement-breakpoint
ALTER TABLE "table_mapping" ADD CONSTRAINT "table_mapping_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_mapping" ADD CONSTRAINT "table_mapping_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;