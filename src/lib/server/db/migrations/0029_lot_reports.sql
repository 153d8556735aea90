CREATE TABLE "lot_report" (
	"goods_id" integer NOT NULL,
	"lot_no" text NOT NULL,
	"file_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lot_report_goods_id_lot_no_pk" PRIMARY KEY("goods_id","lot_no")
);
--> statement-breakpoint
CREATE TABLE "merchant_file" (
	"id" serial PRIMARY KEY NOT NULL,
	"merchant_id" integer NOT NULL,
	"kind" text NOT NULL,
	"digest" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"name" text NOT NULL,
	"uploaded_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchant_file_once" UNIQUE("merchant_id","kind","digest"),
	CONSTRAINT "merchant_file_kind_known" CHECK ("merchant_file"."kind" in ('test_report', 'seal')),
	CONSTRAINT "merchant_file_positive" CHECK ("merchant_file"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "report_wish" (
	"goods_id" integer NOT NULL,
	"lot_no" text NOT NULL,
	"company_id" integer NOT NULL,
	"order_no" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_wish_goods_id_lot_no_company_id_pk" PRIMARY KEY("goods_id","lot_no","company_id")
);
--> statement-breakpoint
ALTER TABLE "lot_report" ADD CONSTRAINT "lot_report_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lot_report" ADD CONSTRAINT "lot_report_file_id_merchant_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."merchant_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_file" ADD CONSTRAINT "merchant_file_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_wish" ADD CONSTRAINT "report_wish_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_wish" ADD CONSTRAINT "report_wish_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_wish" ADD CONSTRAINT "report_wish_order_no_order_no_fk" FOREIGN KEY ("order_no") REFERENCES "public"."order"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lot_report_file" ON "lot_report" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "report_wish_company" ON "report_wish" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "report_wish_order" ON "report_wish" USING btree ("order_no");