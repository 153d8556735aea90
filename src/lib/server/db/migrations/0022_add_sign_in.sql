CREATE TABLE "sign_card" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"source" text NOT NULL,
	"used_for" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_card_once" UNIQUE("company_id","user_id","source"),
	CONSTRAINT "sign_card_day" UNIQUE("company_id","user_id","used_for")
);
--> statement-breakpoint
CREATE TABLE "sign_in" (
	"company_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"day" date NOT NULL,
	"is_made_up" boolean DEFAULT false NOT NULL,
	"points" integer NOT NULL,
	"bonuses" integer[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_company_id_user_id_day_pk" PRIMARY KEY("company_id","user_id","day"),
	CONSTRAINT "sign_in_not_negative" CHECK ("sign_in"."points" >= 0)
);
--> statement-breakpoint
ALTER TABLE "sign_card" ADD CONSTRAINT "sign_card_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_card" ADD CONSTRAINT "sign_card_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;