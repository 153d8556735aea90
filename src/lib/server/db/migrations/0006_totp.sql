ALTER TABLE "audit_log" ADD COLUMN "merchant_id" integer;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "totp_secret" text;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "totp_pending" text;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "totp_step" bigint;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "recovery_codes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_merchant" ON "audit_log" USING btree ("merchant_id","id");--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_totp_whole" CHECK (("staff"."totp_secret" is null) = ("staff"."totp_step" is null) and ("staff"."totp_secret" is not null or "staff"."recovery_codes" = '{}'));--> statement-breakpoint
-- Another authenticator, or none, takes a session's ground away as well.
CREATE OR REPLACE TRIGGER staff_sessions_end AFTER UPDATE OF disabled_at, password_hash, role, merchant_id, totp_secret ON staff FOR EACH ROW
  WHEN ((NEW.disabled_at IS NOT NULL AND OLD.disabled_at IS NULL) OR NEW.password_hash <> OLD.password_hash
    OR NEW.role <> OLD.role OR NEW.merchant_id IS DISTINCT FROM OLD.merchant_id
    OR NEW.totp_secret IS DISTINCT FROM OLD.totp_secret)
  EXECUTE FUNCTION end_staff_sessions();
