CREATE TABLE "user_totp" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret" text,
	"pending" text,
	"step" bigint,
	"recovery_codes" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "user_totp_whole" CHECK (("user_totp"."secret" is null) = ("user_totp"."step" is null) and ("user_totp"."secret" is not null or "user_totp"."recovery_codes" = '{}'))
);
--> statement-breakpoint
ALTER TABLE "user_totp" ADD CONSTRAINT "user_totp_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;