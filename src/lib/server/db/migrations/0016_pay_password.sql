CREATE TABLE "pay_password" (
	"user_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pay_password_not_negative" CHECK ("pay_password"."tries" >= 0)
);
--> statement-breakpoint
ALTER TABLE "pay_password" ADD CONSTRAINT "pay_password_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;