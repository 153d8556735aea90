CREATE TABLE "agreement_acceptance" (
	"user_id" text NOT NULL,
	"version" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	CONSTRAINT "agreement_acceptance_user_id_version_pk" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
CREATE TABLE "registration" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"form" text NOT NULL,
	"stores" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registration_form_known" CHECK ("registration"."form" in ('single', 'head'))
);
--> statement-breakpoint
ALTER TABLE "agreement_acceptance" ADD CONSTRAINT "agreement_acceptance_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration" ADD CONSTRAINT "registration_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_wechat_once" ON "account" USING btree ("account_id") WHERE provider_id = 'wechat';--> statement-breakpoint
CREATE UNIQUE INDEX "account_wechat_of" ON "account" USING btree ("user_id") WHERE provider_id = 'wechat';