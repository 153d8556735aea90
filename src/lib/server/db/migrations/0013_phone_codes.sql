CREATE TABLE "demo_sms" (
	"id" serial PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_code" (
	"purpose" text NOT NULL,
	"phone" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "phone_code_purpose_phone_pk" PRIMARY KEY("purpose","phone")
);
--> statement-breakpoint
CREATE INDEX "demo_sms_created" ON "demo_sms" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "phone_code_expires" ON "phone_code" USING btree ("expires_at");