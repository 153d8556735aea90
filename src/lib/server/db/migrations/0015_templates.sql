CREATE TABLE "purchase_template" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"weekday" smallint,
	"month_day" smallint,
	"used_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_template_once" UNIQUE("company_id","user_id","name"),
	CONSTRAINT "purchase_template_day" CHECK ("purchase_template"."weekday" between 1 and 7 and "purchase_template"."month_day" is null
        or "purchase_template"."month_day" between 1 and 31 and "purchase_template"."weekday" is null or "purchase_template"."weekday" is null and "purchase_template"."month_day" is null)
);
--> statement-breakpoint
CREATE TABLE "purchase_template_line" (
	"template_id" integer NOT NULL,
	"goods_id" integer NOT NULL,
	"number" integer NOT NULL,
	"price" bigint,
	"expires_on" date,
	"sort" integer NOT NULL,
	CONSTRAINT "purchase_template_line_template_id_goods_id_pk" PRIMARY KEY("template_id","goods_id"),
	CONSTRAINT "purchase_template_line_positive" CHECK ("purchase_template_line"."number" > 0),
	CONSTRAINT "purchase_template_line_not_negative" CHECK ("purchase_template_line"."price" >= 0)
);
--> statement-breakpoint
ALTER TABLE "purchase_template" ADD CONSTRAINT "purchase_template_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_template" ADD CONSTRAINT "purchase_template_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_template_line" ADD CONSTRAINT "purchase_template_line_template_id_purchase_template_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."purchase_template"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_template_line" ADD CONSTRAINT "purchase_template_line_goods_id_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."goods"("id") ON DELETE no action ON UPDATE no action;