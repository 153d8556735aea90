CREATE TABLE "bill_difference" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bill_difference_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"house" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"problem" text NOT NULL,
	"no" text NOT NULL,
	"provider_no" text NOT NULL,
	"ours" bigint,
	"theirs" bigint,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by" text,
	"note" text,
	CONSTRAINT "bill_difference_once" UNIQUE("house","kind","problem","no","provider_no"),
	CONSTRAINT "bill_difference_kind_known" CHECK ("bill_difference"."kind" in ('payment', 'refund')),
	CONSTRAINT "bill_difference_problem_known" CHECK ("bill_difference"."problem" in ('unknown', 'unbooked', 'amount', 'absent')),
	CONSTRAINT "bill_difference_not_negative" CHECK ("bill_difference"."ours" >= 0 and "bill_difference"."theirs" >= 0)
);
--> statement-breakpoint
CREATE TABLE "bill_line" (
	"house" text NOT NULL,
	"kind" text NOT NULL,
	"no" text NOT NULL,
	"provider_no" text NOT NULL,
	"amount" bigint NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "bill_line_house_kind_no_provider_no_pk" PRIMARY KEY("house","kind","no","provider_no"),
	CONSTRAINT "bill_line_kind_known" CHECK ("bill_line"."kind" in ('payment', 'refund')),
	CONSTRAINT "bill_line_not_negative" CHECK ("bill_line"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "provider_bill" (
	"house" text NOT NULL,
	"day" date NOT NULL,
	"lines" integer NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_bill_house_day_pk" PRIMARY KEY("house","day"),
	CONSTRAINT "provider_bill_not_negative" CHECK ("provider_bill"."lines" >= 0)
);
--> statement-breakpoint
CREATE INDEX "bill_difference_open" ON "bill_difference" USING btree ("found_at") WHERE "bill_difference"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "bill_line_day" ON "bill_line" USING btree ("house","day");