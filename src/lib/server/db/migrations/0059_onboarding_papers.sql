CREATE TABLE "onboarding_page" (
	"paper_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"file_id" integer NOT NULL,
	CONSTRAINT "onboarding_page_paper_id_position_pk" PRIMARY KEY("paper_id","position"),
	CONSTRAINT "onboarding_page_once" UNIQUE("paper_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "onboarding_paper" (
	"id" serial PRIMARY KEY NOT NULL,
	"merchant_id" integer NOT NULL,
	"goods_id" integer,
	"maker" text,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"valid_to" date,
	"uploaded_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ending" text,
	"ended_by" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "onboarding_paper_kind_known" CHECK ("onboarding_paper"."kind" in ('business_licence', 'drug_licence', 'quality_agreement', 'sales_authorisation', 'seal_specimens', 'note_specimen', 'bank_details', 'annual_report', 'gsp_certificate', 'quality_survey', 'food_licence', 'device_filing', 'maker_business_licence', 'maker_licence', 'approval', 'quality_standard', 'package_specimen', 'inspection_report', 'price_filing')),
	CONSTRAINT "onboarding_paper_ending_known" CHECK ("onboarding_paper"."ending" in ('replaced', 'removed')),
	CONSTRAINT "onboarding_paper_of_one" CHECK (num_nonnulls("onboarding_paper"."goods_id", "onboarding_paper"."maker") <= 1),
	CONSTRAINT "onboarding_paper_ended" CHECK (num_nonnulls("onboarding_paper"."ending", "onboarding_paper"."ended_by", "onboarding_paper"."ended_at") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "onboarding_wish" (
	"id" serial PRIMARY KEY NOT NULL,
	"merchant_id" integer NOT NULL,
	"goods_id" integer,
	"maker" text,
	"kind" text NOT NULL,
	"company_id" integer NOT NULL,
	"order_no" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "onboarding_wish_kind_known" CHECK ("onboarding_wish"."kind" in ('business_licence', 'drug_licence', 'quality_agreement', 'sales_authorisation', 'seal_specimens', 'note_specimen', 'bank_details', 'annual_report', 'gsp_certificate', 'quality_survey', 'food_licence', 'device_filing', 'maker_business_licence', 'maker_licence', 'approval', 'quality_standard', 'package_specimen', 'inspection_report', 'price_filing')),
	CONSTRAINT "onboarding_wish_of_one" CHECK (num_nonnulls("onboarding_wish"."goods_id", "onboarding_wish"."maker") <= 1)
);
--> statement-breakpoint
ALTER TABLE "merchant_file" DROP CONSTRAINT "merchant_file_kind_known";--> statement-breakpoint
ALTER TABLE "onboarding_page" ADD CONSTRAINT "onboarding_page_paper_id_onboarding_paper_id_fk" FOREIGN KEY ("paper_id") REFERENCES "public"."onboarding_paper"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboarding_page" ADD CONSTRAINT "onboarding_page_file_id_merchant_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."merchant_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboarding_paper" ADD CONSTRAINT "onboarding_paper_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboarding_paper" ADD CONSTRAINT "onboarding_paper_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboarding_wish" ADD CONSTRAINT "onboarding_wish_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboarding_wish" ADD CONSTRAINT "onboarding_wish_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboarding_wish" ADD CONSTRAINT "onboarding_wish_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onboarding_wish" ADD CONSTRAINT "onboarding_wish_order_no_order_no_fk" FOREIGN KEY ("order_no") REFERENCES "public"."order"("no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "onboarding_page_file" ON "onboarding_page" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "onboarding_paper_current" ON "onboarding_paper" USING btree ("merchant_id","kind",coalesce("goods_id", 0),coalesce("maker", '')) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "onboarding_paper_goods" ON "onboarding_paper" USING btree ("goods_id");--> statement-breakpoint
CREATE INDEX "onboarding_paper_maker" ON "onboarding_paper" USING btree ("merchant_id","maker") WHERE maker is not null;--> statement-breakpoint
CREATE INDEX "onboarding_paper_due" ON "onboarding_paper" USING btree ("valid_to") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "onboarding_wish_once" ON "onboarding_wish" USING btree ("merchant_id","kind",coalesce("goods_id", 0),coalesce("maker", ''),"company_id");--> statement-breakpoint
CREATE INDEX "onboarding_wish_goods" ON "onboarding_wish" USING btree ("goods_id");--> statement-breakpoint
CREATE INDEX "onboarding_wish_company" ON "onboarding_wish" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "onboarding_wish_order" ON "onboarding_wish" USING btree ("order_no");--> statement-breakpoint
ALTER TABLE "merchant_file" ADD CONSTRAINT "merchant_file_kind_known" CHECK ("merchant_file"."kind" in ('test_report', 'seal', 'onboarding'));