CREATE TABLE "purchase_memory" (
	"company_id" integer NOT NULL,
	"line" text NOT NULL,
	"product_id" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_memory_company_id_line_pk" PRIMARY KEY("company_id","line")
);
--> statement-breakpoint
ALTER TABLE "purchase_memory" ADD CONSTRAINT "purchase_memory_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_memory" ADD CONSTRAINT "purchase_memory_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;